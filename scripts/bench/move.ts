import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { createLog } from '#server/log.ts';
import type { DatabaseConfig } from '#server/config-database.ts';
import { openDatabase, openForVisitors, writeTransaction, type Database } from '#server/db/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { importSampleContent } from '#server/features/content/sample-content.ts';
import { rebuildIndex } from '#server/search/rebuild.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { production, root } from '../build/folders.ts';
import { compareRows } from '../tools/database-sums.ts';
import { fillCatalogue, withoutTriggers } from '../tools/fill-catalogue.ts';
import { openPostgres } from '../tools/open-postgres.ts';
import { sampleSentences } from '../tools/sample-sentences.ts';
import type { Figure } from './figures.ts';
import { withNewDatabase } from './new-database.ts';
import { startProgram } from './programs.ts';
import { siteEnvironment, startSite, withTemporaryFolder, type Site } from './site.ts';

const products = Number(process.env['MOVE_PRODUCTS'] ?? 20_000);
const articles = Number(process.env['MOVE_ARTICLES'] ?? 2_000);
const pages = Number(process.env['MOVE_PAGES'] ?? 1_000);
const log = createLog('silent');

interface Place {
  config: DatabaseConfig;
  url: string;
}

/** There and back, while the site is read and written: the second move begins where the first has ended. */
export async function measureMove(): Promise<Figure[]> {
  const server = await openPostgres();
  if (server === null) {
    console.error(
      '*** LEFT OUT: PostgreSQL: install the package "postgresql", or set TEST_DATABASE_URL. ***',
    );
    return [];
  }
  try {
    return await withNewDatabase(server.url, (url) =>
      withTemporaryFolder(async (dataDir) => {
        const places = [
          sqliteIn(dataDir, 'site.db'),
          { config: { engine: 'postgres', url, poolSize: 5 } as const, url },
          sqliteIn(dataDir, 'back.db'),
        ] as const;
        await fill(places[0], dataDir);
        return [
          ...(await measureWay(places[0], places[1], dataDir)),
          ...(await measureWay(places[1], places[2], dataDir)),
        ];
      }),
    );
  } finally {
    await server.stop();
  }
}

function sqliteIn(dataDir: string, name: string): Place {
  const file = path.join(dataDir, name);
  return { config: { engine: 'sqlite', file }, url: `sqlite:${file}` };
}

async function fill({ config }: Place, dataDir: string): Promise<void> {
  console.error(`  filling with ${products} products and ${articles} articles …`);
  const db = await openDatabase(config, log);
  try {
    await importSampleContent(path.join(root, 'server/sample-content'), db, folderStore(dataDir), log);
    await fillCatalogue(db, { products, articles });
    await writeTransaction(db, (trx) =>
      withoutTriggers(trx, db.engine, async () => {
        await giveTexts(trx);
        await giveEntries(trx);
        // What a server would begin in the background.
        await trx.updateTable('media_jobs').set({ run_at: '9999' }).execute();
      }),
    );
    await rebuildIndex(db, { step: 500 });
    await sql`delete from search_dirty`.execute(db.write);
  } finally {
    await db.close();
  }
}

async function giveTexts(trx: Transaction<Schema>): Promise<void> {
  const texts = textsOf(100);
  for (const [index, text] of texts.entries())
    await sql`update articles set body_source = ${text}, body_html = ${`<p>${text}</p>`}
      where id like 'article-%' and cast(substr(id, 9) as integer) % ${sql.lit(texts.length)} = ${sql.lit(index)}`.execute(
      trx,
    );
}

/** As the triggers would have done, which are off while a catalogue is filled. */
async function giveEntries(trx: Transaction<Schema>): Promise<void> {
  for (const [table, title] of Object.entries({ articles: 'title', products: 'name' }))
    await sql`insert into entries (key, kind, id, version, title, state, changed_at)
      select lower(hex(randomblob(16))), ${table}, id, 1, ${sql.ref(title)}, status, '2026-01-01T00:00:00.000Z'
      from ${sql.table(table)} where true on conflict do nothing`.execute(trx);
}

/** Texts of some 1,500 characters. */
function textsOf(count: number): string[] {
  const sentences = sampleSentences();
  return Array.from({ length: count }, (_, index) => {
    let text = '';
    for (let i = index * 7; text.length < 1_500; i += 13) text += sentences[i % sentences.length] ?? '';
    return text;
  });
}

async function measureWay(from: Place, to: Place, dataDir: string): Promise<Figure[]> {
  const way = `move, ${from.config.engine} to ${to.config.engine}`;
  console.error(`  ${way} …`);
  const site = await startSite({ dataDir, databaseUrl: from.url });
  const readers = startReading(site);
  const writer = await startWriting(from.config);
  const startedAt = performance.now();
  const code = await runMove(from, to, dataDir);
  const endedAt = performance.now();
  const { answers, failed, slowestMs } = await readers.end();
  const { acknowledged, lastAt } = await writer.end();
  await site.stop();
  if (code !== 0) throw new Error(`the move ended with code ${code}`);
  const { different, rows } = await compareRows(from.config, to.config);
  const seconds = (endedAt - startedAt) / 1000;
  return [
    {
      name: `${way}: ${products} products, ${articles} articles`,
      value: seconds,
      unit: 's',
      target: { below: 600 },
      note: `${rows} rows; some ${pages} pages were the same from both, or it would have failed`,
    },
    {
      name: `${way}: from the last write that was taken to the end`,
      value: (endedAt - lastAt) / 1000,
      unit: 's',
      target: { below: 5 },
      note: `${acknowledged} writes were taken before`,
    },
    {
      name: `${way}: tables that differ`,
      value: different.length,
      unit: '',
      target: { below: 1 },
      ...(different.length > 0 && { note: different.join(', ') }),
    },
    {
      name: `${way}: pages that the site did not answer with 200`,
      value: failed,
      unit: '',
      target: { below: 1 },
      note: `of ${answers} meanwhile, the slowest in ${slowestMs.toFixed(0)} ms`,
    },
  ];
}

async function runMove(from: Place, to: Place, dataDir: string): Promise<number | null> {
  const cli = path.join(production.outDir, 'cli.js');
  const env = siteEnvironment({ port: 0, dataDir, databaseUrl: from.url });
  const args = [cli, 'database', 'move', '--to', to.url, '--pages', String(pages)];
  const program = startProgram(process.execPath, args, { env });
  return new Promise((resolve) => program.process.once('exit', resolve));
}

/** Asks for a page ten times a second. */
function startReading({ origin }: Site) {
  let isOver = false;
  let answers = 0;
  let failed = 0;
  let slowestMs = 0;
  const reading = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const page = 1 + (answers % 50);
      const answer = await fetch(`${origin}/product?page=${page}`).catch(() => null);
      await answer?.arrayBuffer();
      answers += 1;
      if (answer?.status !== 200) failed += 1;
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      await delay(100);
    }
  })();
  return {
    async end() {
      isOver = true;
      await reading;
      return { answers, failed, slowestMs };
    },
  };
}

/** Writes twenty times a second as another process of the site would, until it is refused. */
async function startWriting(config: DatabaseConfig) {
  const db = await openForVisitors(config, log);
  let isOver = false;
  let acknowledged = 0;
  let lastAt = performance.now();
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const isDone = await writeOne(db, n).then(
        () => true,
        () => false,
      );
      if (isDone) [acknowledged, lastAt] = [acknowledged + 1, performance.now()];
      await delay(50);
    }
  })();
  return {
    async end() {
      isOver = true;
      await writing;
      await db.close();
      return { acknowledged, lastAt };
    },
  };
}

function writeOne(db: Database, n: number): Promise<void> {
  return writeTransaction(db, async (trx) => {
    const id = `product-${1 + (n % 9)}`;
    if (n % 5 === 0) await trx.updateTable('products').set({ price_twd: n }).where('id', '=', id).execute();
    else
      await trx
        .insertInto('search_misses')
        .values({ day: '2026-01-01', words: `第${n}`, count: 1 })
        .execute();
  });
}
