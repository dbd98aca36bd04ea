import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, writeTransaction } from '#server/db/open-database.ts';
import { insertAccount } from '#server/features/accounts/account-queries.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { createLog } from '#server/log.ts';
import type { Figure } from './figures.ts';
import { openConnection } from './http-client.ts';
import { startSite, withTemporaryFolder } from './site.ts';
import { median, quantile } from './statistics.ts';

const tries = 200;
/** An account is tried ten times in its window. */
const accounts = tries / 10 + 5;
const attackPerSecond = 100;
const attackers = 1000;
const measuredMs = 15_000;
const password = 'the right password of the bench';

/** What the time of a refusal tells, and what a flood of wrong passwords does to everybody else. */
export async function measureLogin(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const site = await startSite({ dataDir, pageStoreMb: 64, env: { TRUST_PROXY: '1' } });
    try {
      await makeAccounts(path.join(dataDir, 'site.db'));
      return [...(await compareRefusals(site.origin)), ...(await measureAttack(site.origin))];
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
    existing.push((await signIn(origin, { ...wrong, email: accountEmail(n % 20) })).ms);
    missing.push((await signIn(origin, { ...wrong, email: `nobody-${n % 20}@example.com` })).ms);
  }
  const [a, b] = [median(existing), median(missing)];
  const note = `${a.toFixed(1)} and ${b.toFixed(1)} ms, medians of ${tries}`;
  const value = Math.max(a, b) / Math.min(a, b);
  return [{ name: 'refusal of existing : missing account', value, unit: '×', target: { below: 1.1 }, note }];
}

async function measureAttack(origin: string): Promise<Figure[]> {
  const knownEmail = accountEmail(accounts - 1);
  const known = await signIn(origin, { email: knownEmail, password, address: addressOf(60_000) });
  const page = `${origin}/product`;
  const rest = await sampleWarmPage(page);
  const attack = startAttack(origin);
  // Until each of the attackers has tried once: before that they are told from nobody.
  while (attack.sent() < attackers) await delay(100);
  await delay(2_000);
  const [attacked, knownMs, newMs] = await Promise.all([
    sampleWarmPage(page),
    sampleSignIns(origin, () => ({ email: knownEmail, address: addressOf(60_000), cookie: known.cookie })),
    sampleSignIns(origin, (n) => ({ email: accountEmail(accounts - 2), address: addressOf(61_000 + n) })),
  ]);
  const statuses = await attack.stop();
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const ratio = quantile(attacked, 0.99) / quantile(rest, 0.99);
  const note = `${quantile(rest, 0.99).toFixed(2)} and ${quantile(attacked, 0.99).toFixed(2)} ms; ${answered}`;
  return [
    {
      name: 'warm page p99, 100 wrong passwords a second : at rest',
      value: ratio,
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
  const endsAt = performance.now() + measuredMs;
  while (performance.now() < endsAt) {
    const { status, ms } = await connection.get(url);
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    times.push(ms);
    await delay(5);
  }
  connection.close();
  return times;
}

async function sampleSignIns(
  origin: string,
  form: (n: number) => Omit<SignInForm, 'password'>,
): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const { status, ms } = await signIn(origin, { ...form(n), password });
    // Whoever is sent away has not signed in within any time.
    times.push(status === 200 ? ms : Infinity);
    await delay(measuredMs / 10);
  }
  return times;
}

/** From many networks, on accounts that there are and on others. */
function startAttack(origin: string): { sent(): number; stop(): Promise<Map<number, number>> } {
  const statuses = new Map<number, number>();
  const pending = new Set<Promise<void>>();
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    const email = sent % 2 === 0 ? accountEmail(sent % 20) : `random-${sent}@example.com`;
    const attempt = signIn(origin, { email, password: 'wrong', address: addressOf(sent % attackers) })
      .then(({ status }) => void statuses.set(status, (statuses.get(status) ?? 0) + 1))
      .finally(() => pending.delete(attempt));
    pending.add(attempt);
  }, 1000 / attackPerSecond);
  return {
    sent: () => sent,
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
      return statuses;
    },
  };
}

interface SignInForm {
  email: string;
  password: string;
  address: string;
  cookie?: string;
}

async function signIn(origin: string, { email, password, address, cookie = '' }: SignInForm) {
  const startedAt = performance.now();
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { Accept: 'application/json', 'X-Forwarded-For': address, Cookie: cookie },
    body: new URLSearchParams({ email, password }),
  });
  await answer.text();
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  return { status: answer.status, ms: performance.now() - startedAt, cookie: cookies.join('; ') };
}

/** Of the benchmarking networks, 198.18.0.0/15. */
function addressOf(n: number): string {
  return `198.${18 + Math.floor(n / 65_536)}.${Math.floor(n / 256) % 256}.${n % 256}`;
}
