import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { systemClock } from '#server/base/clock.ts';
import { openDatabase, writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { createLog } from '#server/base/log.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';
import { rebuildIndex } from '#server/search/index/rebuild.ts';
import { mergeSegments } from '#server/search/write/merge-segments.ts';
import { production } from '../build/folders.ts';
import { onEachDatabase, onlyEngine, type EngineSetting } from './site/each-engine.ts';
import type { Figure } from './figures.ts';
import { readAnswers } from './search/answers.ts';
import { charactersOf, corpusSizes, createTexts, fillCorpus, type BenchKind } from './search/corpus.ts';
import { measureEditLists } from './search/edit-lists.ts';
import { measurePages } from './search/pages.ts';
import { quantile } from './statistics.ts';

type Engine = Database['engine'];

const targets: Record<Engine, { index: number; save: number }> = {
  sqlite: { index: 2.2, save: 10 },
  postgres: { index: 3.6, save: 40 },
};

/** Cost of search at the sizes of `SEARCH_BENCH`: pages, index, saves; and whether the engines agree. */
export async function measureSearch(): Promise<Figure[]> {
  const answers = new Map<Engine, readonly string[]>();
  const figures = await onEachDatabase((setting) => measureEngine(setting, answers));
  return [...figures, ...compareAnswers(answers), measureScript()];
}

async function measureEngine(
  { config, databaseUrl, dataDir }: EngineSetting,
  answers: Map<Engine, readonly string[]>,
): Promise<Figure[]> {
  const { engine } = config;
  const sizes = corpusSizes();
  const tell = (what: string) => console.error(`  ${engine}: ${what} …`);
  const db = await openDatabase(config, createLog('warn'));
  try {
    tell(`filling ${sizes.articles} articles and ${sizes.products} products`);
    const textBytes = await fillCorpus(db, sizes);
    tell('making the index');
    const built = await measureBuilding(db, sizes, textBytes);
    // The state in which a server leaves the index.
    if (db.engine === 'sqlite') await mergeSegments(db);
    tell('asking for pages');
    const pages = await measurePages({ dataDir, databaseUrl, engine, sizes });
    tell('asking for lists of editors');
    const lists = await measureEditLists(db, sizes);
    tell('saving');
    const saves = await measureSaves(db, sizes.articles);
    if (onlyEngine === undefined) {
      tell('asking what the other engine is asked');
      answers.set(engine, await readAnswers(db));
    }
    return [...built, ...pages, ...lists, saves];
  } finally {
    await db.close();
  }
}

async function measureBuilding(
  db: Database,
  sizes: Record<BenchKind, number>,
  textBytes: Record<BenchKind, number>,
): Promise<Figure[]> {
  const startedAt = performance.now();
  if (!(await rebuildIndex(db, { clock: systemClock, step: 500 })))
    throw new Error('somebody else makes the index');
  const seconds = (performance.now() - startedAt) / 1000;
  const ratios: Figure[] = [];
  for (const kind of ['articles', 'products'] as const)
    ratios.push({
      name: `search, ${db.engine}, ${sizes[kind]} ${kind}: index ÷ text`,
      value: (await sizeOfIndex(db, kind)) / textBytes[kind],
      unit: '×',
      // The text of a product is shorter than its other searched fields.
      ...(kind === 'articles' && { target: { below: targets[db.engine].index } }),
    });
  return [...ratios, { name: `search, ${db.engine}: making the index of all`, value: seconds, unit: 's' }];
}

async function sizeOfIndex(db: Database, kind: BenchKind): Promise<number> {
  const { rows } = await (
    db.engine === 'sqlite'
      ? sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat
          where aggregate = true and (name glob ${`search_${kind}*`} or name glob ${`sqlite_autoindex_search_${kind}*`})`
      : sql<{ bytes: number }>`select pg_total_relation_size(${`search_${kind}`}) as bytes`
  ).execute(db.read);
  return rows[0]?.bytes ?? 0;
}

const saves = 100;

async function measureSaves(db: Database, articles: number): Promise<Figure> {
  const texts = createTexts(5);
  const times: number[] = [];
  for (let i = 0; i < saves; i += 1) {
    const html = texts.text(charactersOf.articles);
    const startedAt = performance.now();
    await writeTransaction(db, async (trx) => {
      await trx
        .updateTable('articles')
        .set({ body_html: html })
        .where('id', '=', `a${(i * 7) % articles}`)
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

function compareAnswers(answers: ReadonlyMap<Engine, readonly string[]>): Figure[] {
  const [one, other] = [answers.get('sqlite'), answers.get('postgres')];
  if (one === undefined || other === undefined) return [];
  return [
    {
      name: 'search: random queries that the engines answer differently',
      value: one.filter((answer, index) => answer !== other[index]).length,
      unit: '',
      target: { below: 1 },
      note: `of ${one.length}, in all orders, with filters and on later pages`,
    },
  ];
}

/** Size of the script that loads when a visitor focuses a search field. */
function measureScript(): Figure {
  const [file] = globSync(path.join(production.outDir, 'client/assets/suggestions-*.js'));
  if (file === undefined) throw new Error('the build has no script of suggestions');
  const value = gzipSync(readFileSync(file), { level: 9 }).length / 1000;
  return { name: 'search: script of the suggestions, gzip -9', value, unit: 'kB', target: { below: 6 } };
}
