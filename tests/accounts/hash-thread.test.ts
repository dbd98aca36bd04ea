import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashPassword, verifyPassword } from '#server/features/accounts/passwords/password-hash.ts';
import { startHashThread } from '#server/features/accounts/passwords/start-hash-thread.ts';

const file = path.resolve('server/features/accounts/passwords/hash-thread.ts');

function aHashThread() {
  const thread = startHashThread(file);
  onTestFinished(() => thread.close());
  return thread;
}

test('a thread hashes as the process itself does, several at once', async () => {
  const { derive } = aHashThread();
  const hashes = await Promise.all(['烏龍茶', '包種茶'].map((password) => hashPassword(password, derive)));
  expect(await verifyPassword(hashes[0] ?? '', '烏龍茶')).toBe(true);
  expect(await verifyPassword(hashes[1] ?? '', '包種茶', derive)).toBe(true);
  expect(await verifyPassword(hashes[1] ?? '', '烏龍茶', derive)).toBe(false);
});

test('a hash that fails takes those behind it along, and none later', async () => {
  const { derive } = aHashThread();
  const broken = { message: 'x', nonce: Buffer.alloc(1), memory: 8, passes: 1, parallelism: 1, tagLength: 4 };
  const failed = await Promise.allSettled([derive(broken), hashPassword('烏龍茶', derive)]);
  expect(failed.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect(failed[0]).toMatchObject({ reason: { message: 'a password could not be hashed' } });
  const stored = await hashPassword('烏龍茶', derive);
  expect(await verifyPassword(stored, '烏龍茶')).toBe(true);
});

test.runIf(process.platform === 'linux')('only that thread has a lower priority', async () => {
  const before = prioritiesOfThreads();
  await hashPassword('烏龍茶', aHashThread().derive);
  const lower = os.constants.priority.PRIORITY_BELOW_NORMAL;
  const count = (values: number[]) => values.filter((value) => value === lower).length;
  expect(count(prioritiesOfThreads()) - count(before)).toBe(1);
  expect(os.getPriority()).toBe(before[0]);
});

/** The main thread's first. */
function prioritiesOfThreads(): number[] {
  return readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17]);
  });
}
