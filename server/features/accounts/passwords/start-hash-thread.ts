import { Worker } from 'node:worker_threads';
import type { Derive } from './password-hash.ts';

export interface HashThread {
  derive: Derive;
  close(): Promise<void>;
}

/**
 * Hashes in a thread of its own, the module `file`: on the threads of Node's pool hashes took the core from the pages
 * (p99 of a warm one 5.8 × under a flood). It starts at the first password, and again after it has failed.
 */
export function startHashThread(file: string): HashThread {
  let thread: Worker | null = null;
  /** Requested hashes, in the order in which the thread answers. */
  let waiting: PromiseWithResolvers<Buffer>[] = [];

  function start(): Worker {
    const started = new Worker(file);
    // It must not keep this process from ending.
    started.unref();
    let failure = new Error('the thread that hashes passwords has ended');
    started.on('message', (hash: Uint8Array) => waiting.shift()?.resolve(Buffer.from(hash)));
    started.on('error', (cause) => {
      failure = new Error('a password could not be hashed', { cause });
    });
    started.on('exit', () => {
      const lost = waiting;
      waiting = [];
      thread = null;
      for (const { reject } of lost) reject(failure);
    });
    return started;
  }

  return {
    derive(parameters) {
      thread ??= start();
      const hash = Promise.withResolvers<Buffer>();
      waiting.push(hash);
      thread.postMessage(parameters);
      return hash.promise;
    },

    async close() {
      await thread?.terminate();
    },
  };
}
