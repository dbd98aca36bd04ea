import { sql } from 'kysely';
import { anyTable } from '#server/content/any-table.ts';
import { inBatches } from '#server/content/in-batches.ts';
import { openDatabase, writeTransaction, type Database } from '#server/db/open-database.ts';
import { createReader } from '#server/freshness/reader.ts';
import { createLog } from '#server/log.ts';
import { findHits } from '#server/search/find-hits.ts';
import { indexMarked } from '#server/search/index-marked.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import { mergeSegments } from '#server/search/write/merge-segments.ts';
import { randomNumbers, type Random } from '../tools/random-numbers.ts';
import { sampleSentences } from '../tools/sample-sentences.ts';
import { onEachDatabase } from './each-engine.ts';
import type { Figure } from './figures.ts';
import { quantile } from './statistics.ts';

type Engine = Database['engine'];
type Kind = 'articles' | 'products';

/** `full`, or how many articles and products. */
function sizes(): Record<Kind, number> {
  const given = process.env['SEARCH_BENCH'] ?? '10000,100000';
  const [articles = 0, products = 0] = (given === 'full' ? '100000,1000000' : given).split(',').map(Number);
  return { articles, products };
}

const targets: Record<Engine, { p95: Record<Kind, number>; index: number; save: number }> = {
  sqlite: { p95: { articles: 15, products: 20 }, index: 2.2, save: 10 },
  postgres: { p95: { articles: 80, products: 120 }, index: 3.6, save: 40 },
};

/** Queries of each class over texts of shuffled sentences, the index's size beside the text's, and a save with it. */
export function measureSearch(): Promise<Figure[]> {
  return onEachDatabase(async ({ config }) => {
    const db = await openDatabase(config, createLog('warn'));
    return measureEngine(db).finally(() => db.close());
  });
}

async function measureEngine(db: Database): Promise<Figure[]> {
  const { engine } = db;
  const random = randomNumbers(1);
  const sentences = sampleSentences();
  const figures: Figure[] = [];
  await db.write
    .insertInto('authors')
    .values({
      id: 'lin',
      name: '林知遠',
      avatar: null,
      links: '[]',
      bio_source: '',
      bio_html: '',
      bio_text: '',
    })
    .execute();
  for (const [kind, count] of Object.entries(sizes()) as [Kind, number][]) {
    const characters = kind === 'articles' ? 1_520 : 170;
    const textBytes = await fill(db, kind, { count, text: () => textOf(random, sentences, characters) });
    const before = await sizeOf(db);
    const startedAt = performance.now();
    await writeTransaction(db, (trx) => indexMarked(trx));
    const seconds = (performance.now() - startedAt) / 1000;
    const indexBytes = (await sizeOf(db)) - before;
    if (engine === 'postgres') await sql`vacuum analyze`.execute(db.write);
    const name = `search, ${engine}, ${count} ${kind}`;
    figures.push(
      {
        name: `${name}: index ÷ text`,
        value: indexBytes / textBytes,
        unit: '×',
        // A product's text is shorter than what is known of it beside.
        ...(kind === 'articles' && { target: { below: targets[engine].index } }),
      },
      { name: `${name}: building it`, value: seconds, unit: 's' },
      ...(await measureQueries(db, kind, { name, random, sentences })),
    );
  }
  return [...figures, await measureSaves(db, () => textOf(random, sentences, 1_520))];
}

interface Filling {
  count: number;
  text: () => string;
}

/** Gives the bytes of the texts. Their marks are left to be indexed. */
async function fill(db: Database, kind: Kind, { count, text }: Filling): Promise<number> {
  let bytes = 0;
  for (const some of inBatches(
    Array.from({ length: count }, (_, i) => i),
    500,
  )) {
    const rows = some.map((i) => {
      const html = text();
      bytes += Buffer.byteLength(html);
      const time = new Date(Date.UTC(2015, 0, 1) + i * 3_600_000).toISOString();
      return kind === 'articles' ? articleOf(i, html, time) : productOf(i, html, time);
    });
    await writeTransaction(db, (trx) => anyTable(trx).insertInto(kind).values(rows).execute());
  }
  return bytes;
}

function articleOf(i: number, html: string, time: string) {
  return {
    ...{ id: `a${i}`, title: html.slice(0, 12), summary: html.slice(12, 60), author_id: 'lin', cover: null },
    ...{ cover_alt: '', tags: JSON.stringify([html.slice(60, 62)]), body_source: '', body_html: html },
    ...{ headings: '[]', reading_minutes: 1, published_at: time, updated_at: null, status: 'published' },
  };
}

function productOf(i: number, html: string, time: string) {
  return {
    ...{ id: `p${i}`, name: html.slice(0, 10), summary: html.slice(10, 40), category: `類別${i % 20}` },
    ...{ price_twd: i % 3_000, availability: 'in_stock', picture: null, picture_alt: '', images: '[]' },
    ...{ specs: '[]', sku: `QY-${i}-ml`, purchase_url: null, description_source: '', description_html: html },
    ...{ published_at: time, updated_at: null, status: 'published' },
  };
}

function textOf(random: Random, sentences: readonly string[], characters: number): string {
  let text = '';
  while (text.length < characters) text += sentences[random(sentences.length)] ?? '';
  return text;
}

const queriesOfClass = 60;

async function measureQueries(
  db: Database,
  kind: Kind,
  { name, random, sentences }: { name: string; random: Random; sentences: readonly string[] },
): Promise<Figure[]> {
  const piece = (length: number) => {
    const runs = (sentences[random(sentences.length)] ?? '').match(/\p{Script=Han}+/gu) ?? ['茶'];
    return (runs[random(runs.length)] ?? '茶').slice(0, length);
  };
  const classes: Record<string, () => string> = {
    '1 character': () => piece(1),
    '2 characters': () => piece(2),
    '3 characters': () => piece(3),
    '4 characters': () => piece(4),
    '6 characters': () => piece(6),
    'two words': () => `${piece(2)} ${piece(2)}`,
    'three words': () => `${piece(2)} ${piece(3)} ${piece(2)}`,
    number: () => `QY-${random(1_000)}-ml`,
    nothing: () => `${piece(2)} zzzzzz`,
  };
  const figures: Figure[] = [];
  for (const [what, query] of Object.entries(classes)) {
    const times: number[] = [];
    for (let i = 0; i < queriesOfClass; i += 1) {
      const { words } = parseQuery(query());
      const reader = createReader({ db: db.read, now: '2200-01-01T00:00:00.000Z', basePath: '/' });
      const startedAt = performance.now();
      await findHits(reader, { kind, words, filters: {}, sort: 'relevance', skip: 0, limit: 24 });
      times.push(performance.now() - startedAt);
    }
    figures.push({
      name: `${name}: ${what}, p95`,
      value: quantile(times, 0.95),
      unit: 'ms',
      target: { below: targets[db.engine].p95[kind] },
      note: `half within ${quantile(times, 0.5).toFixed(1)} ms`,
    });
  }
  return figures;
}

async function measureSaves(db: Database, text: () => string): Promise<Figure> {
  // As a server leaves it.
  if (db.engine === 'sqlite') await mergeSegments(db, () => false);
  const times: number[] = [];
  for (let i = 0; i < 100; i += 1) {
    const html = text();
    const startedAt = performance.now();
    await writeTransaction(db, async (trx) => {
      await trx
        .updateTable('articles')
        .set({ body_html: html })
        .where('id', '=', `a${i * 7}`)
        .execute();
      await indexMarked(trx);
    });
    times.push(performance.now() - startedAt);
  }
  return {
    name: `search, ${db.engine}: saving an article with its index, p95`,
    value: quantile(times, 0.95),
    unit: 'ms',
    target: { below: targets[db.engine].save },
  };
}

async function sizeOf(db: Database): Promise<number> {
  const { rows } = await (
    db.engine === 'sqlite'
      ? sql<{ bytes: number }>`select (select page_count from pragma_page_count) *
          (select page_size from pragma_page_size) - (select freelist_count from pragma_freelist_count) *
          (select page_size from pragma_page_size) as bytes`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  ).execute(db.write);
  return rows[0]?.bytes ?? 0;
}
