import { sql } from 'kysely';
import request from 'supertest';
import { expect, test } from 'vitest';
import { documentsOf } from '#server/content/entries/documents.ts';
import type { Database } from '#server/db/open/open-database.ts';
import type { ContentTable } from '#server/db/schema.ts';
import { listAddresses } from '#server/operate/move/pages/list-addresses.ts';
import { kindNames } from '#shared/kinds/kind-names.ts';
import { listColumns } from '../helpers/content-columns.ts';
import { anArticle, aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { everyColumnShown } from '../helpers/every-column-shown.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { idsOf, problemsOfIndex } from '../helpers/search.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';

/** Texts that no field allows: no JSON, other JSON, and lists and maps whose parts are wrong, each at another depth. */
const nonsense = [
  'nonsense',
  '',
  'null',
  '5',
  '"text"',
  '[]',
  '{}',
  '[null]',
  '[5, "x", ""]',
  '[{}]',
  '[[]]',
  '[["x", [[]]], ["y", [["z", [5]]]], ["", "w"], [5, "w"]]',
  '{"name": 5, "footer": 5, "featured": [{}], "navigation": [5], "contact": {"line": 5}, "colors": {"light": 5}}',
  '{"maker": 5, "importer": {"name": []}, "origin": {}, "marks": [{"mark": "ce", "number": "1"}, 5]}',
  JSON.stringify([
    {
      ...{ id: 'red', options: { 顏色: 5 }, price: 'x', availability: 'soon', salePriceUntil: 'soon' },
      ...{ name: '顏色', values: [1, '紅'], src: 5, alt: [], label: {}, url: 'https://%', file: [] },
      ...{ level: 'x', text: 5 },
    },
    {
      ...{ id: 'white', salePrice: {}, availableFrom: '9999-99-99T00:00:00Z', sku: 5, image: {} },
      ...{ name: '顏色', values: 5, src: 'media/none.jpg', alt: '圖', label: '店', url: 'javascript:1' },
      ...{ file: 'media/none.pdf', level: 2, text: '節' },
    },
  ]),
];

interface JsonColumn {
  table: ContentTable;
  column: string;
}

/** The columns that have JSON, as their values show: one of a later kind too. */
async function jsonColumns(db: Database): Promise<JsonColumn[]> {
  const tables: ContentTable[] = [...kindNames, 'site'];
  const found: JsonColumn[] = [];
  for (const table of tables)
    for (const column of await listColumns(db, table)) {
      const { rows } = await sql`select 1 from ${sql.table(table)}
        where cast(${sql.ref(column)} as text) like '[%' or cast(${sql.ref(column)} as text) like '{%' limit 1`.execute(
        db.read,
      );
      if (rows.length > 0) found.push({ table, column });
    }
  return found;
}

/** False when the database refuses the text, as it does where a trigger reads the list. */
async function write(db: Database, { table, column }: JsonColumn, text: string): Promise<boolean> {
  try {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text}`.execute(db.write);
    return true;
  } catch (error) {
    expect([table, column, error instanceof Error]).toEqual(['articles', 'tags', true]);
    return false;
  }
}

async function statusesOf({ app }: TestSite, addresses: readonly string[]): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  for (const address of addresses)
    statuses.set(address, (await request(app).get(address).set('Accept', 'text/html')).status);
  return statuses;
}

const more = [
  '/product?category=oolong&f=產地:坪林',
  '/product?category=oolong&availability=in_stock',
  '/product/_payload.json?category=oolong',
  '/product/info/p2?variant=red',
  '/search?q=茶&kind=products',
  '/search/suggestions.json?q=茶',
].map(encodeURI);

test.for(engines)(
  'whatever an operator writes into a column with JSON on %s, no page, list, feed, sitemap, start or import fails',
  async (engine) => {
    const { log, lines } = keptLog();
    const clock = aClockAt('2026-11-20T04:00:00Z');
    const site = await openSite({ engine, clock, log, files: await everyColumnShown() });
    const { db, config } = site.services;
    const columns = await jsonColumns(db);
    expect(columns.length).toBeGreaterThanOrEqual(14);
    const addresses = [...new Set([...(await listAddresses(db.read, 150)), ...more])];
    const before = await statusesOf(site, addresses);
    expect([...before.values()].filter((status) => status === 200).length).toBeGreaterThan(60);

    const isBetter = ([address, status]: [string, number]) =>
      status === 404 || status === before.get(address);
    const refused = new Set<string>();
    for (const text of nonsense) {
      for (const column of columns)
        if (!(await write(db, column, text))) refused.add(`${column.column} ${text}`);
      await newsHasCome(site.services);
      const after = await statusesOf(site, addresses);
      expect(
        [...after].filter((answer) => !isBetter(answer)),
        text,
      ).toEqual([]);
      for (const kind of kindNames)
        for await (const { text: document } of documentsOf(db.read, kind)) expect(document).toContain('---');
    }
    expect(refused.size, 'most are written').toBeLessThan(nonsense.length);

    const again = await openSite({ engine, clock, database: config.database });
    const started = await statusesOf(again, ['/', '/product', '/articles']);
    expect([...started.values()]).toEqual([200, 200, 200]);
    await again.import({ 'products/new.md': aProduct({ name: '白瓷杯' }), 'articles/new.md': anArticle() });
    expect(await idsOf(db, 'products', '白瓷')).toEqual(['new']);
    expect(await problemsOfIndex(db)).toEqual([]);

    const named = new Set(
      lines.flatMap(({ entry, column }) => (entry === undefined ? [] : [`${entry} ${column}`])),
    );
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    for (const [entry, column] of [
      ['authors/lin', 'links'],
      ['articles/a1', 'headings'],
      ['articles/a1', 'tags'],
      ...['options', 'variants', 'specs', 'images', 'purchase_links', 'downloads', 'badges', 'labelling'].map(
        (name) => ['products/p1', name] as const,
      ),
      ['categories/oolong', 'filters'],
      ['categories/oolong', 'columns'],
      ['site/site', 'settings'],
    ] as const)
      expect([...named]).toContain(`${entry} ${column}`);
  },
);
