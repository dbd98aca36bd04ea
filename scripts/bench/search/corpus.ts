import { sql, type RawBuilder, type Transaction } from 'kysely';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { noteRendered } from '#server/content/thread/render-stored.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { countLists } from '#server/freshness/triggers/list-counts.ts';
import { withoutTriggers } from '#scripts/tools/fill-catalogue.ts';
import { randomNumbers, type Random } from '#scripts/tools/random-numbers.ts';
import { sampleSentences } from '#scripts/tools/characters/sample-sentences.ts';

export type BenchKind = 'articles' | 'products';

export const charactersOf: Record<BenchKind, number> = { articles: 1_520, products: 170 };

/** `full`, or how many articles and products. */
export function corpusSizes(): Record<BenchKind, number> {
  const given = process.env['SEARCH_BENCH'] ?? '10000,50000';
  const [articles = 0, products = 0] = (given === 'full' ? '100000,1000000' : given).split(',').map(Number);
  return { articles, products };
}

/** Shuffled sentences of the sample content, the same in each run. */
export interface Texts {
  random: Random;
  sentences: readonly string[];
  /** At least so many characters. */
  text(characters: number): string;
}

export function createTexts(seed: number): Texts {
  const random = randomNumbers(seed);
  // Without signs that have a meaning in JSON, HTML or YAML.
  const sentences = sampleSentences().map((sentence) => sentence.replaceAll(/["'\\<>&\s]/g, ''));
  return {
    random,
    sentences,
    text(characters) {
      let text = '';
      while (text.length < characters) text += sentences[random(sentences.length)] ?? '';
      return text;
    },
  };
}

/** Fills an empty database without a mark for search, and gives the bytes of the texts. */
export async function fillCorpus(
  db: Database,
  sizes: Record<BenchKind, number>,
): Promise<Record<BenchKind, number>> {
  const texts = createTexts(1);
  const bytes = { articles: 0, products: 0 };
  await writeTransaction(db, async (trx) => {
    await withoutTriggers(trx, db.engine, async () => {
      await sql`insert into authors (id, name, avatar, links, bio_source, bio_html, bio_text)
        values ('lin', '林知遠', null, '[]', '', '', '')`.execute(trx);
      for (const kind of ['articles', 'products'] as const)
        bytes[kind] = await fillKind(trx, db.engine, kind, { count: sizes[kind], texts });
      await countLists(trx);
    });
  });
  // Otherwise a server renders all of it anew meanwhile, of sources that are empty.
  await noteRendered(db.write);
  if (db.engine === 'postgres') await sql`vacuum analyze`.execute(db.write);
  return bytes;
}

interface Filling {
  count: number;
  texts: Texts;
}

/** Texts alone are sent, a thousand in one value: a million rows in a minute or two. */
async function fillKind(
  trx: Transaction<Schema>,
  engine: Database['engine'],
  kind: BenchKind,
  { count, texts }: Filling,
): Promise<number> {
  let bytes = 0;
  const numbers = Array.from({ length: count }, (_, i) => i);
  for (const some of inBatches(numbers, 1_000)) {
    const batch = some.map(() => texts.text(charactersOf[kind]));
    for (const text of batch) bytes += Buffer.byteLength(text);
    const source = sourceOf(engine, batch, some[0] ?? 0);
    await (kind === 'articles' ? insertArticles : insertProducts)(trx, source, timeOf(engine, kind));
  }
  const title = sql.ref(kind === 'articles' ? 'title' : 'name');
  await sql`insert into entries (key, kind, id, version, title, state, changed_at)
    select ${sql.lit(`${kind}-`)} || id, ${sql.lit(kind)}, id, 1, ${title}, status, published_at from ${sql.table(kind)}`.execute(
    trx,
  );
  return bytes;
}

/** Rows of a number `i` and a `text`. */
function sourceOf(engine: Database['engine'], texts: readonly string[], first: number): RawBuilder<unknown> {
  return engine === 'postgres'
    ? sql`(select text, n + ${first}::bigint - 1 as i from unnest(${texts}::text[]) with ordinality as t (text, n)) as given`
    : sql`(select value as text, key + cast(${first} as integer) as i from json_each(${JSON.stringify(texts)})) as given`;
}

/** Articles an hour apart, products five minutes, from 2015 on. */
function timeOf(engine: Database['engine'], kind: BenchKind): RawBuilder<unknown> {
  const seconds = kind === 'articles' ? '3600' : '300';
  return sql.raw(
    engine === 'postgres'
      ? `to_char(timestamp '2015-01-01' + i * interval '${seconds} seconds', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"')`
      : `strftime('%Y-%m-%dT%H:%M:%S.000Z', 1420070400 + i * ${seconds}, 'unixepoch')`,
  );
}

async function insertArticles(
  trx: Transaction<Schema>,
  source: RawBuilder<unknown>,
  time: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into articles (id, title, summary, author_id, cover, cover_alt, tags, body_source, body_html, headings,
      reading_minutes, published_at, updated_at, status)
    select 'a' || i, substr(text, 1, 12), substr(text, 13, 48), 'lin', null, '', '["' || substr(text, 61, 2) || '"]',
      '', text, '[]', 1, ${time}, null, 'published' from ${source}`.execute(trx);
}

async function insertProducts(
  trx: Transaction<Schema>,
  source: RawBuilder<unknown>,
  time: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into products (id, name, summary, category, price_twd, list_price, availability, supply, now_availability, picture, picture_alt, images,
      specs, sku, purchase_url, description_source, description_html, published_at, updated_at, status)
    select 'p' || i, substr(text, 1, 10), substr(text, 11, 30), '類別' || (i % 20), i % 3000, i % 3000, 'in_stock', 'in_stock', 'in_stock', null, '', '[]',
      '[]', 'QY-' || i || '-ml', null, '', text, ${time}, null, 'published' from ${source}`.execute(trx);
}
