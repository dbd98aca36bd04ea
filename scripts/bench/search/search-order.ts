import { createLog } from '#server/base/log.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { createReader } from '#server/freshness/reader.ts';
import { loadSearch } from '#server/pages/search/load-search.ts';
import type { Figure } from '../figures.ts';
import { onEachDatabase, type EngineSetting } from '../site/each-engine.ts';
import { fillSite, readShop, toArticles, type AskedEntry } from './readers/fill-site.ts';
import { outsideFolder, readOutsideTexts } from './readers/outside-texts.ts';
import { createPairsFloor } from './readers/pairs-floor.ts';
import { readQueries, type QuerySet, type ReadersQuery } from './readers/query-set.ts';

/** Hits of a reader for a query. */
interface Answer {
  /** Place of the first right entry among the hits of its kind, from 1; null: it is not on the page. */
  place: number | null;
  /** Nothing is found, and no other spelling is offered. */
  isEmpty: boolean;
  /** Nothing is found, and the title of a right entry is offered. */
  isOffered: boolean;
  /** All that the page shows, to compare the engines. */
  shown: string;
}

const targets = { first: 75, inThree: 88, empty: 1 };

/** How often readers get what they mean: as the first hit, among the first three, or not at all. */
export async function measureSearchOrder(): Promise<Figure[]> {
  const shop = await measureSets(readShop(), ['shop']);
  if (outsideFolder === undefined) {
    console.error(
      '*** LEFT OUT: queries over texts from outside: SEARCH_TEXTS names their folder (docs/performance.md). ***',
    );
    return shop;
  }
  const texts = readOutsideTexts(outsideFolder);
  console.error(`  ${texts.length} articles from outside`);
  return [...shop, ...(await measureSets(toArticles(texts), ['articles', 'kept-apart']))];
}

async function measureSets(entries: readonly AskedEntry[], sets: readonly QuerySet[]): Promise<Figure[]> {
  const queries = new Map(sets.map((set) => [set, readQueries(set)]));
  requireAnswers(entries, [...queries.values()].flat());
  const shown = new Map<QuerySet, string[][]>();
  const figures = await onEachDatabase(async (setting) => {
    const ask = await openSite(setting, entries);
    const ofEngine: Figure[] = [];
    try {
      for (const [set, asked] of queries) {
        const answers: Answer[] = [];
        for (const query of asked) answers.push(await ask.answer(query));
        shown.set(set, [...(shown.get(set) ?? []), answers.map((answer) => answer.shown)]);
        ofEngine.push(...figuresOf(`${set}, ${setting.config.engine}`, answers));
        if (set !== 'kept-apart' && setting.config.engine === 'sqlite') printWrong(asked, answers);
      }
      return ofEngine;
    } finally {
      await ask.close();
    }
  });
  return [...figures, ...floorFigures(entries, queries), ...differencesOf(shown)];
}

/** A name that is misspelt in a set would never be right. */
function requireAnswers(entries: readonly AskedEntry[], queries: readonly ReadersQuery[]): void {
  const names = new Set(entries.map(({ name }) => name));
  const missing = queries.flatMap(({ answers }) => answers.filter((answer) => !names.has(answer)));
  if (missing.length > 0) throw new Error(`no entry is called ${missing.join(', ')}`);
}

async function openSite({ config, dataDir }: EngineSetting, entries: readonly AskedEntry[]) {
  const db = await openDatabase(config, createLog('warn'));
  await fillSite(db, dataDir, entries);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  return {
    answer: (query: ReadersQuery) => answer(db, query, byKey),
    close: () => db.close(),
  };
}

async function answer(
  db: Database,
  { query, answers }: ReadersQuery,
  byKey: ReadonlyMap<string, AskedEntry>,
): Promise<Answer> {
  const reader = createReader({ db: db.read, now: '2200-01-01T00:00:00.000Z', basePath: '/' });
  const page = await loadSearch(reader, new URLSearchParams({ q: query }));
  const lists = Object.entries(page?.found?.hits ?? {}).map(([kind, hits]) =>
    hits.map(({ card }) => byKey.get(`${kind}/${card.id}`)?.name ?? ''),
  );
  const places = lists.flatMap((list) => {
    const index = list.findIndex((name) => answers.includes(name));
    return index === -1 ? [] : index + 1;
  });
  const alike = page?.offers?.alike ?? [];
  const titles = [...byKey.values()].flatMap(({ name, title }) => (answers.includes(name) ? title : []));
  return {
    place: places.length === 0 ? null : Math.min(...places),
    isEmpty: lists.every((list) => list.length === 0) && alike.length === 0,
    isOffered: titles.some((title) => alike.includes(title)),
    shown: JSON.stringify({ lists, alike, totals: page?.found?.totals }),
  };
}

/** Targets are ours: the floor has none. */
function figuresOf(name: string, answers: readonly Answer[], isFloor = false): Figure[] {
  const share = (isCounted: (answer: Answer) => boolean) =>
    (100 * answers.filter(isCounted).length) / answers.length;
  const offered = answers.filter(({ isOffered }) => isOffered).length;
  const note = `of ${answers.length} queries${isFloor ? '' : `; the right title is offered for ${offered}`}`;
  const figure = (what: string, value: number, target: NonNullable<Figure['target']>): Figure => ({
    name: `search order, ${name}: ${what}`,
    value,
    unit: '%',
    ...(!isFloor && { target }),
    note,
  });
  const first = share(({ place }) => place === 1);
  const inThree = share(({ place }) => place !== null && place <= 3);
  return [
    figure('right first', first, { atLeast: targets.first }),
    figure('right in three', inThree, { atLeast: targets.inThree }),
    // To the whole: of 120 queries one is 0.8 %.
    figure(
      'nothing found, nothing offered',
      share(({ isEmpty }) => isEmpty),
      { below: targets.empty + 0.01 },
    ),
  ];
}

function printWrong(queries: readonly ReadersQuery[], answers: readonly Answer[]): void {
  for (const [index, { query }] of queries.entries()) {
    const { place = null, isEmpty = false, isOffered = false } = answers[index] ?? {};
    const instead = isEmpty ? 'nothing' : isOffered ? 'offered' : 'not on the page';
    if (place !== 1) console.error(`    ${query}: ${place ?? instead}`);
  }
}

function floorFigures(
  entries: readonly AskedEntry[],
  queries: ReadonlyMap<QuerySet, readonly ReadersQuery[]>,
): Figure[] {
  const floor = createPairsFloor(entries.map(({ text }) => text));
  return [...queries].flatMap(([set, asked]) => {
    const answers = asked.map(({ query, answers }) => {
      const found = floor(query);
      const index = found.findIndex((number) => answers.includes(entries[number]?.name ?? ''));
      return {
        place: index === -1 ? null : index + 1,
        isEmpty: found.length === 0,
        isOffered: false,
        shown: '',
      };
    });
    return figuresOf(`${set}, BM25 over pairs`, answers, true);
  });
}

function differencesOf(shown: ReadonlyMap<QuerySet, readonly string[][]>): Figure[] {
  return [...shown].flatMap(([set, [first, second]]) =>
    first === undefined || second === undefined
      ? []
      : [
          {
            name: `search order, ${set}: queries that the engines answer differently`,
            value: first.filter((one, index) => one !== second[index]).length,
            unit: '' as const,
            target: { below: 1 },
          },
        ],
  );
}
