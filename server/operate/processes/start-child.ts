import { fork } from 'node:child_process';
import { childMark } from './answer-parent.ts';
import { askChild } from './ask-child.ts';

/** Descriptor of the listening socket in a child: after the three standard streams and the channel to its parent. */
export const socketFd = 4;

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  pid: number;
  ended: Promise<Ending>;
  /** Rejects when it has not answered by the deadline, or has ended. */
  ask(question: string, deadlineMs?: number): Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts `program`, which serves the site from the socket of this descriptor. */
export function startChild(program: string, fd: number): Child {
  const child = fork(program, [childMark], { stdio: ['ignore', 'inherit', 'inherit', 'ipc', fd] });
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.on('error', () => {
      // A child that could not be started has no `exit` event; any other goes on.
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
  });
  return {
    pid: child.pid ?? 0,
    ended,
    ask: (question, deadlineMs) => askChild(child, question, deadlineMs === undefined ? {} : { deadlineMs }),
    kill: (signal) => void child.kill(signal),
  };
}
