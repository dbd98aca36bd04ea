import { kindNames, mapKinds, type Kind } from '#shared/kinds/kind-names.ts';
import { expect, test } from 'vitest';
import { importContent } from '#server/features/import-export/import-content.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { createReader } from '#server/freshness/reader.ts';
import type { Facets } from '#server/search/count-facets.ts';
import { findTogether } from '#server/search/find-hits.ts';
import { createScan, toScanned, type ScannedDocument } from '#server/search/scan.ts';
import { readDocuments } from '#server/search/index/search-document.ts';
import type { SearchSort } from '#shared/search.ts';
import type { SearchFilters, SearchRequest } from '#server/search/search-request.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { sampleSentences } from '#scripts/tools/characters/sample-sentences.ts';
import { contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder } from '../helpers/databases.ts';
import { pretendDocuments, spreadDocuments } from '../helpers/search.ts';
import {
  oddSentences,
  randomParts,
  randomQuery,
  searchCorpus,
  type Random,
} from '../helpers/search-corpus.ts';

const now = '2026-11-20T00:00:00.000Z';
const queryCount = 2_200;

test('random queries find what a scan of all texts finds, on every engine', async () => {
  const databases = await openFilled();
  const documents = await readAll(databases[0]);
  const random = randomParts(7);
  const sentences = [...sampleSentences(), ...oddSentences, ...oddSentences, ...oddSentences];
  let hits = 0;
  for (let i = 0; i < queryCount; i += 1) {
    const query = randomQuery(random, sentences);
    const request = randomRequest(random, query, documents);
    if (request.words.length === 0) continue;
    const scan = createScan(request, now);
    for (const document of documents[request.kind]) scan.look(document);
    const expected = scan.hits();
    hits += expected.total;
    const facets: Facets[] = [];
    for (const db of databases) {
      const reader = createReader({ db: db.read, now, basePath: '/' });
      const told = `${db.engine}: ${JSON.stringify(request)}`;
      await findTogether(reader, async (finder) => {
        expect(await finder.hits(request), told).toEqual(expected);
        const { facets: counted, ...found } = await finder.hitsAndFacets(request);
        expect(found, told).toEqual(expected);
        facets.push(counted);
      });
    }
    for (const other of facets) expect(other, JSON.stringify(request)).toEqual(facets[0]);
  }
  // Otherwise nothing was compared.
  expect(hits).toBeGreaterThan(queryCount);
});

async function openFilled(): Promise<[Database, ...Database[]]> {
  const folder = contentFolder(searchCorpus(randomParts(3), { articles: 160, products: 260 }));
  const [first, ...others] = engines;
  const open = async (engine: (typeof engines)[number]) => {
    const db = await openTestDatabase(engine);
    await importContent(folder, db, folderStore(temporaryFolder()));
    return db;
  };
  if (first === undefined) throw new Error('there is always an engine');
  const many = await open('sqlite');
  // So that they are asked block by block, or slice by slice, as a hundred thousand are.
  await spreadDocuments(many, 50_000);
  const opened = await Promise.all(others.map(open));
  for (const db of opened) await pretendDocuments(db, 5_000);
  return [await open(first), many, ...opened];
}

async function readAll({ read }: Database): Promise<Record<Kind, ScannedDocument[]>> {
  const read1 = async (kind: Kind) => {
    const rows = await read.selectFrom(kind).select('id').execute();
    const documents = await readDocuments(
      read,
      kind,
      rows.map(({ id }) => id),
    );
    return [...documents.values()].map(toScanned);
  };
  const all = mapKinds((): ScannedDocument[] => []);
  for (const kind of kindNames) all[kind] = await read1(kind);
  return all;
}

function randomRequest(
  random: Random,
  query: string,
  documents: Record<Kind, readonly ScannedDocument[]>,
): SearchRequest {
  const of = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const kind =
    of([
      'articles',
      'articles',
      'articles',
      'products',
      'products',
      'products',
      'authors',
      'pages',
    ] as const) ?? 'articles';
  const sort =
    of<SearchSort>(['relevance', 'relevance', 'relevance', 'newest', 'cheapest', 'dearest']) ?? 'relevance';
  const like = of(documents[kind]);
  const filters: SearchFilters = {};
  if (random() < 0.3 && like) {
    if (like.category !== null && random() < 0.6) filters.category = like.category;
    if (like.tags[0] !== undefined && random() < 0.6) filters.tag = like.tags[0];
    if (like.authorId !== null && random() < 0.4) filters.author = like.authorId;
    if (like.availability !== null && random() < 0.4) filters.availability = like.availability;
    if (like.price !== null && random() < 0.4) filters.minPrice = like.price;
    if (like.price !== null && random() < 0.4) filters.maxPrice = like.price + 100;
  }
  const { words } = parseQuery(query);
  return { kind, words, filters, sort, skip: of([0, 0, 0, 24, 48]) ?? 0, limit: 24 };
}
