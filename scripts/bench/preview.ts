import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findDocument } from '#server/content/documents.ts';
import { writeTransaction, type Database } from '#server/db/open-database.ts';
import { editPaths, type EditKind } from '#shared/editing/edit-paths.ts';
import { createEditorClient } from './editor-client.ts';
import { makeEditors, signInAs } from './editors.ts';
import type { Figure } from './figures.ts';
import { root } from '../build/folders.ts';
import { getBytes } from './http-client.ts';
import { aheadOfOthers, offServerCore } from './machine.ts';
import { openFilled } from './mixed-trace.ts';
import { startSite, withTemporaryFolder, type Site } from './site.ts';
import { median, quantile } from './statistics.ts';
import { askSteadily } from './steady-visitors.ts';

const rounds = 5;
const roundMs = 4_000;
const editors = 10;
/** How long an editor looks at a preview. */
const lookMs = 1_000;

interface Setting {
  site: Site;
  cookie: string;
  /** Of entries that have a draft. */
  keys: readonly string[];
}

/** Of the sample content, one for each editor. */
const articles = readdirSync(path.join(root, 'server/sample-content/articles')).map((file) =>
  path.basename(file, '.md'),
);

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
    await makeEditors(db, 1);
    const site = await startSite({ dataDir, isPinned: true, pageStoreMb: 64 });
    try {
      const setting = { site, cookie: await signInAs(site.origin, 0), keys };
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

/** A warm page, by turns at rest and while editors work. */
async function measureVisitors(setting: Setting): Promise<Figure[]> {
  const page = `${setting.site.origin}/product`;
  const p99 = async () => quantile(await askSteadily(page, forMs(roundMs)), 0.99);
  await p99();
  const rest: number[] = [];
  const ways = [
    {
      name: `p99 of a warm page while ${editors} editors look at previews, times that at rest`,
      target: { below: 1.5 },
      work: () => inTurn(lookMs, (n) => heldMs(setting, addressOf(setting, setting.keys, n))),
    },
    {
      name: `while ${editors} editors save and look at their previews`,
      target: { below: 1.5 },
      work: () => inTurn(lookMs, (n, editor) => saveAndLook(setting, editor, n)),
    },
    {
      name: 'while each asks for the next preview at once',
      work: () => inTurn(0, (n) => heldMs(setting, addressOf(setting, setting.keys, n))),
    },
  ].map((way) => ({ ...way, p99s: [] as number[], counts: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    rest.push(await p99());
    for (const { work, p99s, counts } of ways) {
      const [times, count] = await Promise.all([p99(), work()]);
      p99s.push(times);
      counts.push(count);
    }
  }
  const atRest = median(rest);
  return ways.map(({ name, target, p99s, counts }): Figure => {
    const perSecond = ((median(counts) * 1000) / roundMs).toFixed(0);
    return {
      name,
      value: median(p99s) / atRest,
      unit: '×',
      ...(target && { target }),
      note: `${atRest.toFixed(2)} and ${median(p99s).toFixed(2)} ms, ${perSecond} a second beside 2,000 pages`,
    };
  });
}

/**
 * Each editor works and pauses, all of them spread over the time that this takes: with a pause of a second, as fast as
 * people at their fastest. Resolves to how often the work was done.
 */
async function inTurn(pauseMs: number, work: (n: number, editor: number) => Promise<unknown>) {
  const goesOn = forMs(roundMs);
  let done = 0;
  const edit = async (_: unknown, editor: number) => {
    await delay((editor * pauseMs) / editors);
    for (let n = editor; goesOn(); n += 1) {
      await work(n, editor);
      done += 1;
      await delay(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: editors }, edit));
  return done;
}

/** Each editor has an article of their own: who meets a conflict reads it, which takes time. */
async function saveAndLook(setting: Setting, editor: number, n: number): Promise<void> {
  const { site, cookie } = setting;
  const article = articles[editor] ?? '';
  const client = createEditorClient(site.origin, cookie);
  const form = await client.open(article);
  const body = new Map(form.fields).get('body') ?? '';
  const status = await client.save(form, `${body.replace(/\n\n第 \d+ 次。$/, '')}\n\n第 ${n} 次。`);
  if (status !== 303) throw new Error(`a save of ${article} answered ${status}`);
  const key = new URL(form.action, site.origin).searchParams.get('key') ?? '';
  await heldMs(setting, site.origin + editPaths.preview(key, 'now', `/articles/${article}`));
}

function addressOf({ site }: Setting, keys: readonly string[], n: number): string {
  const page = previewed[n % previewed.length];
  return site.origin + editPaths.preview(keys[n % keys.length] ?? 'all', 'now', page);
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
