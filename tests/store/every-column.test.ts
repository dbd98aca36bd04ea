import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findDocument } from '#server/content/entries/documents.ts';
import { columnsOfKind } from '#server/db/tables/kind-columns.ts';
import { changedOwners } from '#server/media/cards/wanted-cards.ts';
import { titlesSince } from '#server/media/title-font/read-titles.ts';
import { readDocuments } from '#server/search/index/search-document.ts';
import { feedPage } from '#server/content/entries/entry-addresses.ts';
import { feedPath } from '#shared/address/feed-path.ts';
import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { aPdf } from '../helpers/a-pdf.ts';
import { get } from '../helpers/accounts.ts';
import { changesOf, listColumns, writeColumn, type Row } from '../helpers/content-columns.ts';
import { aCategory, aDrawing, anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';

/** Two entries of each kind that differ in every column. The first is changed; it has no picture, and so a card. */
const files: Files = {
  'media/one.svg': aDrawing,
  'media/manual.pdf': aPdf(),
  'authors/a.md': anAuthor({ links: [{ label: '網站', url: 'https://a.example' }] }, '## 一\n\n林。'),
  'authors/b.md': anAuthor({ name: '陳又芳', avatar: 'media/one.svg' }, '## 二\n\n陳。'),
  'articles/a.md': anArticle(
    { author: 'a', summary: '春', tags: ['茶'], products: ['a'], updatedAt: '2026-03-01T00:00:00Z' },
    '## 一\n\n春。',
  ),
  'articles/b.md': anArticle(
    {
      ...{ title: '秋', author: 'b', status: 'draft', cover: 'media/one.svg', coverAlt: '圖' },
      publishedAt: '2026-02-02T00:00:00Z',
    },
    '秋。'.repeat(900),
  ),
  'products/a.md': aProduct(
    {
      ...{ summary: '包種', specs: { 產地: '坪林' }, sku: 'QY-1', purchaseUrl: 'https://a.example' },
      purchaseLinks: [{ url: 'https://shopee.tw/a' }],
      badges: ['限量'],
      downloads: [{ label: '說明', file: 'media/manual.pdf' }],
      labelling: { origin: '臺灣' },
      ...{ brand: '青葉', gtin: '96385074', mpn: 'A-1', salePrice: 500, availability: 'preorder' },
      ...{ salePriceFrom: '2026-11-01T00:00:00Z', salePriceUntil: '2026-12-01T00:00:00Z' },
      availableFrom: '2026-12-02T00:00:00Z',
      updatedAt: '2026-03-01T00:00:00Z',
    },
    '## 一\n\n包種茶。',
  ),
  'products/b.md': aProduct({
    ...{ name: '壺', category: '茶器', price: 90, status: 'draft', availability: 'sold_out' },
    ...{ images: [{ src: 'media/one.svg', alt: '圖' }], publishedAt: '2026-02-01T00:00:00Z' },
    ...{ salePrice: 80, salePriceFrom: '2026-11-25T00:00:00Z', salePriceUntil: '2026-11-30T00:00:00Z' },
    ...{ availableFrom: '2026-12-03T00:00:00Z', options: [{ name: '色', values: ['紅'] }] },
    variants: [{ id: 'r', options: { 色: '紅' }, price: 70, sku: 'QY-9' }],
  }),
  'categories/a.md': aCategory({ summary: '茶類', updatedAt: '2026-03-01T00:00:00Z' }, '## 一\n\n茶。'),
  'categories/b.md': aCategory(
    {
      name: '器',
      parent: 'a',
      order: 2,
      filters: ['產地'],
      view: 'table',
      columns: ['產地'],
      status: 'draft',
      cover: 'media/one.svg',
      coverAlt: '圖',
    },
    '## 二\n\n器。',
  ),
  'pages/a.md': aPage({ summary: '我們', updatedAt: '2026-03-01T00:00:00Z' }, '## 一\n\n關於。'),
  'pages/b.md': aPage({ title: '聯絡', status: 'draft', cover: 'media/one.svg', coverAlt: '圖' }),
  'site.yaml': 'name: 測試誌\n',
};

/**
 * Effects of a write to each column: a new version of the entry, its search document, the sitemap, the feeds, the title
 * font, and the card for other sites. A column that is missing here, or that lacks one of them, has been forgotten in
 * its kind's record or in the code derived from it.
 */
const reached: Record<Kind, Record<string, string>> = {
  authors: {
    name: 'version search feed font card',
    // A portrait that is drawn is no card.
    avatar: 'version sitemap',
    links: 'version',
    bio_source: 'version',
    bio_html: 'search font',
    bio_text: '',
  },
  articles: {
    title: 'version search feed font card',
    summary: 'version search feed font',
    author_id: 'version search feed',
    cover: 'version sitemap feed card',
    cover_alt: 'version',
    tags: 'version search sitemap feed font',
    body_source: 'version',
    body_html: 'search feed font',
    headings: '',
    reading_minutes: '',
    published_at: 'version search feed',
    updated_at: 'version sitemap feed',
    status: 'version search sitemap feed font card',
  },
  products: {
    name: 'version search feed font card',
    summary: 'version search feed',
    category: 'version search sitemap feed font',
    list_price: 'version feed',
    sale_price: 'version feed',
    sale_price_from: 'version feed',
    sale_price_until: 'version feed',
    supply: 'version feed',
    available_from: 'version feed',
    options: 'version search',
    variants: 'version search feed',
    // A price that somebody writes there is the one that is given.
    price_twd: 'version search feed',
    availability: 'version feed',
    now_availability: 'search',
    next_change_at: '',
    brand: 'version search',
    gtin: 'version',
    mpn: 'version',
    stock_key: '',
    picture: 'sitemap feed card',
    picture_alt: '',
    images: 'version',
    specs: 'version search',
    sku: 'version search',
    purchase_url: 'version',
    purchase_links: 'version',
    badges: 'version',
    downloads: 'version',
    labelling: 'version',
    description_source: 'version',
    description_html: 'search feed font',
    published_at: 'version search feed',
    updated_at: 'version sitemap feed',
    status: 'version search sitemap feed font card',
  },
  categories: {
    name: 'version search font card',
    parent_id: 'version',
    position: 'version',
    summary: 'version search',
    cover: 'version sitemap card',
    cover_alt: 'version',
    filters: 'version',
    view: 'version',
    columns: 'version',
    body_source: 'version',
    body_html: 'search font',
    updated_at: 'version sitemap',
    status: 'version search sitemap font card',
  },
  pages: {
    title: 'version search font card',
    summary: 'version search font',
    cover: 'version sitemap card',
    cover_alt: 'version',
    body_source: 'version',
    body_html: 'search font',
    updated_at: 'version sitemap',
    status: 'version search sitemap font card',
  },
};

test.for(engines.flatMap((engine) => kindNames.map((kind) => [kind, engine] as const)))(
  'a change to any column of %s on %s reaches all that is made of it',
  async ([kind, engine]) => {
    const site = await openSite({
      engine,
      files,
      env: { PUBLIC_URL: 'https://tea.example' },
      clock: aClockAt('2026-11-20T04:00:00Z'),
    });
    const { db } = site.services;
    // Another process has the work that follows a written price.
    await sql`update offer_state set holder = 'another', held_until = '2026-11-20T04:00:04.000Z'`.execute(
      db.write,
    );
    const columns = await listColumns(db, kind);
    const known = columnsOfKind(kind);
    expect(
      columns.filter((column) => !known.includes(column)),
      'columns that no record knows',
    ).toEqual([]);
    const { rows } = await sql<Row>`select * from ${sql.table(kind)} order by id`.execute(db.read);
    const found: Record<string, string> = {};
    for (const column of columns.filter((name) => name !== 'id')) {
      await sql`delete from search_dirty`.execute(db.write);
      const before = await look(site, kind);
      const [change] = changesOf(kind, column, rows, { id: 'a' });
      if (change === undefined || !(await writeColumn(db, change)))
        throw new Error(`${column} stays as it is`);
      await newsHasCome(site.services);
      const after = await look(site, kind);
      const others = Object.keys(after).filter((name) => after[name] !== before[name]);
      found[column] = others.filter((name) => name !== 'document' && name !== 'mark').join(' ');
      expect(others.includes('version'), `${column} stands in the document, or makes no version`).toBe(
        others.includes('document'),
      );
      if (others.includes('search')) expect(others, `${column} is searched`).toContain('mark');
      await writeColumn(db, { ...change, value: change.before });
      await newsHasCome(site.services);
    }
    expect(found).toEqual(reached[kind]);
  },
);

/** Each as a text. */
async function look({ app, services: { db } }: TestSite, kind: Kind): Promise<Record<string, string>> {
  const { read } = db;
  const version = await read
    .selectFrom('entries')
    .select('version')
    .where('kind', '=', kind)
    .where('id', '=', 'a')
    .executeTakeFirst();
  const marks = await read.selectFrom('search_dirty').select('ref').where('kind', '=', kind).execute();
  const owners = (await changedOwners(read, '')) ?? [];
  const titles: unknown[] = [];
  for await (const some of titlesSince(read, ''))
    titles.push(...some.filter((one) => one.kind === kind && one.id === 'a'));
  const sitemaps = [...(await read1(app, '/sitemap.xml')).matchAll(/<loc>https?:\/\/[^/]+([^<]+)<\/loc>/g)];
  return {
    document: String(await findDocument(read, kind, 'a')),
    version: String(version?.version),
    mark: String(marks.some(({ ref }) => ref === 'a')),
    search: JSON.stringify([...(await readDocuments(read, kind, ['a']))]),
    sitemap: await readAll(
      app,
      sitemaps.map(([, path = '']) => path),
    ),
    feed: await readAll(
      app,
      kindNames.flatMap((name) => {
        const page = feedPage(name);
        return page === null ? [] : feedPath(page, 'xml');
      }),
    ),
    font: JSON.stringify(titles),
    card: JSON.stringify(owners.filter((owner) => owner.kind === kind && owner.id === 'a')),
  };
}

async function readAll(app: TestSite['app'], addresses: readonly string[]): Promise<string> {
  return (await Promise.all(addresses.map((address) => read1(app, address)))).join('\n');
}

async function read1(app: TestSite['app'], address: string): Promise<string> {
  const { status, text } = await get(app, address);
  // A list without entries has neither feed nor sitemap.
  expect([200, 404]).toContain(status);
  return text;
}
