import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, writeTransaction } from '#server/db/open-database.ts';
import { insertAccount } from '#server/features/accounts/account-queries.ts';
import { hashPassword } from '#server/features/accounts/passwords/password-hash.ts';
import { createLog } from '#server/log.ts';
import type { Figure } from './figures.ts';
import { openConnection } from './http-client.ts';
import { offServerCore } from './machine.ts';
import type { AttackOptions, AttackReport } from './login-attack.ts';
import { addressOf, signIn, type SignInForm } from './sign-in.ts';
import { startSite, withTemporaryFolder } from './site.ts';
import { median, quantile } from './statistics.ts';

const tries = 200;
/** An account is tried ten times in its window. */
const accounts = tries / 10 + 5;
const attackPerSecond = 100;
const attackers = 1000;
const rounds = 12;
const roundMs = 3_000;
const password = 'the right password of the bench';

/** What the time of a refusal tells, and what a flood of wrong passwords does to everybody else. */
export async function measureLogin(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const site = await startSite({ dataDir, isPinned: true, pageStoreMb: 64, env: { TRUST_PROXY: '1' } });
    try {
      await makeAccounts(path.join(dataDir, 'site.db'));
      return await offServerCore(async () => [
        ...(await compareRefusals(site.origin)),
        ...(await measureAttack(site.origin)),
      ]);
    } finally {
      await site.stop();
    }
  });
}

async function makeAccounts(file: string): Promise<void> {
  const db = await openDatabase({ engine: 'sqlite', file }, createLog('silent'));
  const passwordHash = await hashPassword(password);
  await writeTransaction(db, async (trx) => {
    for (let n = 0; n < accounts; n += 1) {
      const email = accountEmail(n);
      const createdAt = new Date().toISOString();
      await insertAccount(trx, { email, name: email, role: 'reader', passwordHash, createdAt });
    }
  });
  await db.close();
}

const accountEmail = (n: number) => `account-${n}@example.com`;

async function compareRefusals(origin: string): Promise<Figure[]> {
  const existing: number[] = [];
  const missing: number[] = [];
  for (let n = 0; n < tries; n += 1) {
    const wrong = { password: 'a wrong password', address: addressOf(50_000 + n) };
    const tryExisting = async () =>
      existing.push((await signIn(origin, { ...wrong, email: accountEmail(n % 20) })).ms);
    const tryMissing = async () =>
      missing.push((await signIn(origin, { ...wrong, email: `nobody-${n % 20}@example.com` })).ms);
    // Neither is always the second.
    for (const tryIt of n % 2 === 0 ? [tryExisting, tryMissing] : [tryMissing, tryExisting]) await tryIt();
  }
  const [a, b] = [median(existing), median(missing)];
  const note = `${a.toFixed(1)} and ${b.toFixed(1)} ms, medians of ${tries}`;
  const value = Math.max(a, b) / Math.min(a, b);
  return [{ name: 'refusal of existing : missing account', value, unit: '×', target: { below: 1.1 }, note }];
}

async function measureAttack(origin: string): Promise<Figure[]> {
  const knownEmail = accountEmail(accounts - 1);
  const newEmail = accountEmail(accounts - 2);
  const known = await signIn(origin, { email: knownEmail, password, address: addressOf(60_000) });
  const emails = [knownEmail, newEmail, accountEmail(0), ''];
  const attack = startAttack({ origin, perSecond: attackPerSecond, networks: attackers, emails });
  // Until each of the attackers has tried twice: before that they are told from nobody.
  attack.start();
  await delay((2 * attackers * 1000) / attackPerSecond + 2_000);
  await attack.pause();

  const page = `${origin}/product`;
  const rest: number[] = [];
  const attacked: number[] = [];
  const knownMs: number[] = [];
  const newMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rest.push(quantile(await sampleWarmPage(page), 0.99));
    attack.start();
    const isKnown = round % 2 === 0;
    const form = isKnown
      ? { email: knownEmail, address: addressOf(60_000), cookie: known.cookie }
      : { email: newEmail, address: addressOf(61_000 + round) };
    const [times, ms] = await Promise.all([sampleWarmPage(page), sampleSignIn(origin, form)]);
    attacked.push(quantile(times, 0.99));
    (isKnown ? knownMs : newMs).push(ms);
    await attack.pause();
  }
  const { statuses } = await attack.pause();
  await attack.stop();
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const note = `${median(rest).toFixed(2)} and ${median(attacked).toFixed(2)} ms, medians of ${rounds}; ${answered}`;
  return [
    {
      name: 'warm page p99, 100 wrong passwords a second : at rest',
      value: median(attacked) / median(rest),
      unit: '×',
      target: { below: 2 },
      note,
    },
    {
      name: 'right password meanwhile, known browser, slowest',
      value: Math.max(...knownMs),
      unit: 'ms',
      target: { below: 2000 },
    },
    {
      name: 'right password meanwhile, new browser, slowest',
      value: Math.max(...newMs),
      unit: 'ms',
      target: { below: 2000 },
    },
  ];
}

async function sampleWarmPage(url: string): Promise<number[]> {
  const connection = openConnection();
  const times: number[] = [];
  const endsAt = performance.now() + roundMs;
  while (performance.now() < endsAt) {
    const { status, ms } = await connection.get(url);
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    times.push(ms);
    await delay(5);
  }
  connection.close();
  return times;
}

/** In the middle of a round. Whoever is sent away has not signed in within any time. */
async function sampleSignIn(origin: string, form: Omit<SignInForm, 'password'>): Promise<number> {
  await delay(roundMs / 3);
  const { status, ms } = await signIn(origin, { ...form, password });
  return status === 200 ? ms : Infinity;
}

/** Begins paused. */
function startAttack(workerData: AttackOptions) {
  const thread = new Worker(new URL('login-attack.ts', import.meta.url), { workerData });
  return {
    start: () => thread.postMessage('start'),
    async pause(): Promise<AttackReport> {
      const report = once(thread, 'message');
      thread.postMessage('pause');
      const [told] = await report;
      return told;
    },
    stop: () => thread.terminate(),
  };
}
