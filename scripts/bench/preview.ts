import { setTimeout as delay } from 'node:timers/promises';
import { findDocument } from '#server/content/documents.ts';
import { writeTransaction, type Database } from '#server/db/open-database.ts';
import { insertAccount } from '#server/features/accounts/account-queries.ts';
import { hashPassword } from '#server/features/accounts/passwords/password-hash.ts';
import { editPaths, type EditKind } from '#shared/editing/edit-paths.ts';
import type { Figure } from './figures.ts';
import { getBytes } from './http-client.ts';
import { aheadOfOthers, offServerCore } from './machine.ts';
import { openFilled } from './mixed-trace.ts';
import { signIn } from './sign-in.ts';
import { startSite, withTemporaryFolder, type Site } from './site.ts';
import { median, quantile } from './statistics.ts';
import { askSteadily } from './steady-visitors.ts';

const rounds = 5;
const roundMs = 4_000;
const editors = 10;
/** How long an editor looks at a preview. */
const lookMs = 1_000;
const password = 'the right password of the bench';

interface Setting {
  site: Site;
  cookie: string;
  /** Of entries that have a draft. */
  keys: readonly string[];
}

const previewed = [
  '/',
  '/articles',
  '/product',
  '/articles/indigo-summer',
  '/product/info/zhuni-teapot-150ml',
];

/** What editors who look at their drafts cost those who write, and visitors. */
export async function measurePreview(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const db = await openFilled(dataDir);
    const keys = await makeDrafts(db);
    await makeEditor(db);
    const site = await startSite({ dataDir, isPinned: true, pageStoreMb: 64 });
    try {
      const email = 'editor@example.com';
      const { cookie } = await signIn(site.origin, { email, password, address: '198.18.0.1' });
      const setting = { site, cookie, keys };
      return await offServerCore(async () => [
        ...(await measureLock(setting)),
        ...(await aheadOfOthers(() => measureVisitors(setting))),
      ]);
    } finally {
      await site.stop();
      await db.close();
    }
  });
}

/** Of one entry of each kind, which names it otherwise. */
async function makeDrafts(db: Database): Promise<string[]> {
  const ids: Readonly<Record<EditKind, string>> = {
    articles: 'indigo-summer',
    products: 'zhuni-teapot-150ml',
    authors: 'chen-yufang',
    pages: 'about',
  };
  const keys: string[] = [];
  for (const [kind, id] of Object.entries(ids) as [EditKind, string][]) {
    const text = (await findDocument(db.read, kind, id)) ?? '';
    const document = text.replace(/^(?:title|name): .*$/m, '$& 新').replace(/^publishedAt: .*\n/m, '');
    const { key } = await db.read
      .selectFrom('entries')
      .select('key')
      .where('kind', '=', kind)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const draft = { entry_key: key, document, account_name: '', saved_at: new Date().toISOString() };
    await writeTransaction(db, (trx) => trx.insertInto('drafts').values(draft).execute());
    keys.push(key);
  }
  return keys;
}

async function makeEditor(db: Database): Promise<void> {
  const passwordHash = await hashPassword(password);
  const createdAt = new Date().toISOString();
  const account = {
    email: 'editor@example.com',
    name: 'editor',
    role: 'editor',
    passwordHash,
    createdAt,
  } as const;
  await writeTransaction(db, (trx) => insertAccount(trx, account));
}

async function measureLock(setting: Setting): Promise<Figure[]> {
  const one: number[] = [];
  const all: number[] = [];
  for (let n = 0; n < 500; n += 1) {
    const heldOf = (keys: readonly string[]) => heldMs(setting, addressOf(setting, keys, n));
    // Not measured: the first requests of a process are half as fast.
    const [forOne, forAll] = [await heldOf(setting.keys), await heldOf(['all'])];
    if (n >= 100) one.push(forOne);
    if (n >= 100) all.push(forAll);
  }
  const figure = (name: string, values: readonly number[]): Figure => ({
    name,
    value: quantile(values, 0.95),
    unit: 'ms',
    target: { below: 15 },
    note: `p95 of ${values.length}; median ${median(values).toFixed(2)} ms, at most ${Math.max(...values).toFixed(1)} ms`,
  });
  return [
    figure('write lock held by a preview of one draft', one),
    figure('write lock held by a preview of four', all),
  ];
}

/** A warm page, by turns at rest and while editors look at one preview after the other. */
async function measureVisitors(setting: Setting): Promise<Figure[]> {
  const page = `${setting.site.origin}/product`;
  const rest: number[] = [];
  const looking: number[] = [];
  const hurrying: number[] = [];
  const previewsOf: Record<'looking' | 'hurrying', number[]> = { looking: [], hurrying: [] };
  const p99 = async () => quantile(await askSteadily(page, forMs(roundMs)), 0.99);
  await p99();
  for (let round = 0; round < rounds; round += 1) {
    rest.push(await p99());
    const [calm, calmly] = await Promise.all([p99(), preview(setting, lookMs)]);
    const [hurried, hastily] = await Promise.all([p99(), preview(setting, 0)]);
    looking.push(calm);
    hurrying.push(hurried);
    previewsOf.looking.push(calmly);
    previewsOf.hurrying.push(hastily);
  }
  const atRest = median(rest);
  const note = (values: readonly number[], counts: readonly number[]) =>
    `${atRest.toFixed(2)} and ${median(values).toFixed(2)} ms, ${((median(counts) * 1000) / roundMs).toFixed(0)} previews and 2,000 pages a second`;
  const value = (values: readonly number[]) => median(values) / atRest;
  return [
    {
      name: `p99 of a warm page while ${editors} editors look at previews, times that at rest`,
      value: value(looking),
      unit: '×',
      target: { below: 1.5 },
      note: note(looking, previewsOf.looking),
    },
    {
      name: 'the same when each asks for the next at once',
      value: value(hurrying),
      unit: '×',
      note: note(hurrying, previewsOf.hurrying),
    },
  ];
}

/** Resolves to how many were answered. */
async function preview(setting: Setting, pauseMs: number): Promise<number> {
  const goesOn = forMs(roundMs);
  let answered = 0;
  const edit = async (_: unknown, editor: number) => {
    await delay((editor * pauseMs) / editors);
    for (let n = editor; goesOn(); n += 1) {
      await heldMs(setting, addressOf(setting, setting.keys, n));
      answered += 1;
      await delay(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: editors }, edit));
  return answered;
}

function addressOf({ site }: Setting, keys: readonly string[], n: number): string {
  const path = previewed[n % previewed.length];
  return site.origin + editPaths.preview(keys[n % keys.length] ?? 'all', 'now', path);
}

/** Asks for a preview; resolves to how long nobody else could write. */
async function heldMs({ cookie }: Setting, address: string): Promise<number> {
  const headers = { Cookie: cookie, Accept: 'text/html', 'Accept-Encoding': 'br' };
  const { status, headers: answered } = await getBytes(address, headers);
  const held = /lock;dur=([\d.]+)/.exec(answered['server-timing'] ?? '')?.[1];
  if (status !== 200 || held === undefined) throw new Error(`${address} answered ${status}`);
  return Number(held);
}

function forMs(ms: number): () => boolean {
  const endsAt = performance.now() + ms;
  return () => performance.now() < endsAt;
}
