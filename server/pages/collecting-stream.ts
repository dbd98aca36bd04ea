import { Writable } from 'node:stream';
import type { Response } from 'express';

/** Takes a page as it is rendered, and passes it on at once to the visitor who waits for it. */
export class CollectingStream extends Writable {
  readonly #chunks: Buffer[] = [];
  readonly #visitor: Response | null;

  constructor(visitor: Response | null) {
    super();
    this.#visitor = visitor;
  }

  get body(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  /** React asks for it after each part; `compression` then sends what it holds back. */
  flush(): void {
    this.#visitor?.flush();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    this.#chunks.push(chunk);
    // A slow visitor holds nobody up: the page is in memory anyway, for the others who want it.
    this.#visitor?.write(chunk);
    callback();
  }

  override _final(callback: () => void): void {
    this.#visitor?.end();
    callback();
  }
}
