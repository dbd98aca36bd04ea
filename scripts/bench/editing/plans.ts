import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isoAt, systemClock } from '#server/base/clock.ts';
import { createLog } from '#server/base/log.ts';
import { findDocument } from '#server/content/entries/documents.ts';
import { readDocument, writeDocument } from '#server/content/entries/entry-document.ts';
import { contentWorkInProcess } from '#server/content/thread/content-work.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { openEntry } from '#server/features/editing/entries/open-entry.ts';
import { planChange } from '#server/features/editing/plans/plan-change.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import type { Figure } from '../figures.ts';
import { onEachDatabase, type EngineSetting } from '../site/each-engine.ts';
import { startSite, type BenchSite } from '../site/site.ts';
import { quantile } from '../statistics.ts';
import { makeEditors } from '../visitors/editors.ts';

const plans = 30;
const processes = 4;
const apartMs = 300;
const leadMs = 3_000;

/** Lateness of planned changes with four processes: one after the other, and all at one moment. */
export function measurePlans(): Promise<Figure[]> {
  return onEachDatabase(measureEngine);
}

async function measureEngine({ config, databaseUrl, dataDir }: EngineSetting): Promise<Figure[]> {
  const sites: BenchSite[] = [];
  const start = () => startSite({ dataDir, databaseUrl, isWithoutPictures: true });
  sites.push(await start());
  const db = await openDatabase(config, createLog('silent'));
  try {
    await importArticles(db, dataDir);
    await makeEditors(db, 1);
    while (sites.length < processes) sites.push(await start());
    const apart = await measureLateness(db, apartMs);
    const together = await measureLateness(db, 0);
    const name = `planned changes, ${processes} processes, ${db.engine}`;
    const target = { below: 1_000 };
    return [
      { name: `${name}: late, p95`, value: quantile(apart, 0.95), unit: 'ms', target },
      { name: `${name}: late at most`, value: Math.max(...apart), unit: 'ms', target },
      { name: `${name}: last of ${plans} at one moment`, value: Math.max(...together), unit: 'ms', target },
    ];
  } finally {
    for (const site of sites) await site.stop();
    await db.close();
  }
}

const idOf = (n: number) => `planned-${n}`;

async function importArticles(db: Database, dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'planned');
  for (const kind of ['authors', 'articles']) mkdirSync(path.join(folder, kind), { recursive: true });
  writeFileSync(path.join(folder, 'authors/planner.md'), '---\nname: 林小青\n---\n');
  const fields = 'author: planner\npublishedAt: 2026-01-01T08:00:00+08:00\nstatus: published';
  for (let n = 0; n < plans; n += 1)
    writeFileSync(
      path.join(folder, `articles/${idOf(n)}.md`),
      `---\ntitle: 第 ${n} 篇\n${fields}\n---\n\n舊內文。\n`,
    );
  await importContent(folder, db, folderStore(dataDir));
}

/** Plans a change of each article, at moments so far apart. Resolves to how late each was carried out, in ms. */
async function measureLateness(db: Database, stepMs: number): Promise<number[]> {
  const keys = await planAll(db, `${stepMs} ms.`);
  const first = Date.now() + leadMs;
  for (const [n, key] of keys.entries()) {
    const at = isoAt(first + n * stepMs);
    await db.write
      .updateTable('scheduled_changes')
      .set({ run_at: at, try_at: at })
      .where('entry_key', '=', key)
      .execute();
  }
  if (Date.now() >= first) throw new Error('the changes were not planned in time');
  const from = isoAt(first);
  for (let looks = 0; looks < maxLooks; looks += 1) {
    await delay(100);
    const events = await db.read
      .selectFrom('content_events')
      .select(['at', 'detail'])
      .where('event', '=', 'planned-change')
      .where('at', '>=', from)
      .execute();
    if (events.length === keys.length)
      return events.map(({ at, detail }) => Date.parse(at) - Date.parse(detail ?? ''));
  }
  throw new Error('some changes were not carried out within a minute');
}

const maxLooks = 600;

/** Resolves to the keys of the articles. */
async function planAll(db: Database, body: string): Promise<string[]> {
  const { id: accountId, name } = await db.read
    .selectFrom('accounts')
    .select(['id', 'name'])
    .executeTakeFirstOrThrow();
  const tools = { db, clock: systemClock, render: contentWorkInProcess().render };
  const keys: string[] = [];
  for (let n = 0; n < plans; n += 1) {
    const id = idOf(n);
    const opened = await openEntry(db.read, 'articles', id);
    if (opened === null) continue;
    const { key, version } = opened.entry;
    const live = readDocument((await findDocument(db.read, 'articles', id)) ?? '');
    const document = writeDocument({ ...live, body });
    const editor = { accountId, name, role: 'editor' } as const;
    const change = {
      editor,
      kind: 'articles',
      id,
      key,
      version,
      document,
      runAt: '2099-01-01T00:00:00.000Z',
    } as const;
    if ((await planChange(tools, change)).kind === 'done') keys.push(key);
  }
  if (keys.length !== plans) throw new Error(`${keys.length} of ${plans} changes could be planned`);
  return keys;
}
