import type { ChildProcess } from 'node:child_process';

/** Answer of a process to its parent, over their channel. */
export interface ChildAnswer {
  id: number;
  answer?: unknown;
  /** Instead of an answer: why there is none. */
  failure?: string;
}

type Waiting = Map<number, PromiseWithResolvers<unknown>>;

const waitingOf = new WeakMap<ChildProcess, Waiting>();
let lastId = 0;

/**
 * Sends a question to a child process; `answerParent` answers there. Rejects when no answer has come by the deadline.
 */
export async function askChild(
  child: ChildProcess,
  question: string,
  { deadlineMs = 2_000 }: { deadlineMs?: number } = {},
): Promise<unknown> {
  const waiting = waitingOf.get(child) ?? listen(child);
  const id = (lastId += 1);
  const answer = Promise.withResolvers<unknown>();
  waiting.set(id, answer);
  const fail = (reason: string) => answer.reject(new Error(`process ${child.pid} ${reason}`));
  const deadline = setTimeout(() => fail(`did not answer "${question}" within ${deadlineMs} ms`), deadlineMs);
  // With a callback, a closed channel is reported and not thrown.
  child.send({ question, id }, (error) => {
    if (error !== null) fail(`cannot be asked "${question}": ${error.message}`);
  });
  try {
    return await answer.promise;
  } finally {
    clearTimeout(deadline);
    waiting.delete(id);
  }
}

function listen(child: ChildProcess): Waiting {
  const waiting: Waiting = new Map();
  waitingOf.set(child, waiting);
  child.on('message', (message) => {
    if (!isAnswer(message)) return;
    const { id, answer, failure } = message;
    if (failure === undefined) waiting.get(id)?.resolve(answer);
    else waiting.get(id)?.reject(new Error(`process ${child.pid}: ${failure}`));
  });
  child.once('exit', (code, signal) => {
    const reason = new Error(`process ${child.pid} ended with ${signal ?? `code ${code}`}`);
    for (const answer of waiting.values()) answer.reject(reason);
  });
  return waiting;
}

function isAnswer(message: unknown): message is ChildAnswer {
  return typeof message === 'object' && message !== null && 'id' in message && typeof message.id === 'number';
}
