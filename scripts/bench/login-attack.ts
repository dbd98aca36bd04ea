import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { addressOf, signIn } from './sign-in.ts';

// A thread, so that the one that measures does nothing else, and of lower priority where threads have one: attackers
// bring computers of their own.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

export interface AttackOptions {
  origin: string;
  perSecond: number;
  /** How many networks there are that it comes from. */
  networks: number;
  /** Tried in turn; an empty one is an account that is not there. */
  emails: string[];
}

/** What it tells when it is paused. */
export interface AttackReport {
  sent: number;
  statuses: Map<number, number>;
}

const { origin, perSecond, networks, emails } = workerData as AttackOptions;
const statuses = new Map<number, number>();
const pending = new Set<Promise<void>>();
let sent = 0;
let isOn = false;

parentPort?.on('message', async (command: 'start' | 'pause') => {
  isOn = command === 'start';
  if (isOn) return attack();
  await Promise.all(pending);
  parentPort?.postMessage({ sent, statuses } satisfies AttackReport);
});

async function attack(): Promise<void> {
  const startedAt = performance.now();
  for (let n = 0; isOn; n += 1) {
    const early = startedAt + (n * 1000) / perSecond - performance.now();
    if (early > 0) await delay(early);
    send();
  }
}

function send(): void {
  const email = emails[sent % emails.length] || `random-${sent}@example.com`;
  const attempt = signIn(origin, { email, password: 'wrong', address: addressOf(sent % networks) })
    .then(({ status }) => void statuses.set(status, (statuses.get(status) ?? 0) + 1))
    .finally(() => pending.delete(attempt));
  pending.add(attempt);
  sent += 1;
}
