import { sql, type RawBuilder } from 'kysely';
import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { fillCatalogue } from '#scripts/tools/fill-catalogue.ts';
import { randomNumbers, type Random } from '#scripts/tools/random-numbers.ts';
import { toZonedIso } from '#shared/locale/dates.ts';
import { buildPath, paths } from '#shared/address/paths.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { importSampleContent } from '#server/features/import-export/sample-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import type { Services } from '#server/services.ts';
import { anArticle, anAuthor, aDrawing, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines, preparedDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt, openSite } from '../helpers/site.ts';
import { readSitemap, type ReadFile } from '../helpers/sitemaps.ts';

const origin = 'https://tea.example';
const count = 6;
const numbers = Array.from({ length: count }, (_, n) => n);
const files: Files = {
  'authors/lin.md': anAuthor(),
  'media/a.svg': aDrawing,
  'media/b.svg': aDrawing.replace('40', '41'),
  'site.yaml': 'name: 測試誌\n',
  ...Object.fromEntries(
    numbers.flatMap((n) => [
      [`articles/a${n}.md`, anArticle()],
      [`products/p${n}.md`, aProduct()],
      [`pages/s${n}.md`, aPage()],
      [`authors/w${n}.md`, anAuthor()],
    ]),
  ),
};

type Kind = 'articles' | 'products' | 'pages' | 'authors';
const kinds: readonly Kind[] = ['articles', 'products', 'pages', 'authors'];
const pathOf: Record<Kind, (id: string) => string> = {
  articles: paths.article,
  products: paths.product,
  authors: (id) => paths.author(id),
  pages: (id) => buildPath('pages-id', { id }),
};
const time = (random: Random) => `2026-${String(1 + random(12)).padStart(2, '0')}-15T00:00:00.000Z`;

interface Write {
  kind: Kind;
  statement: RawBuilder<unknown>;
}

function aWrite(random: Random, step: number): Write {
  const kind = kinds[random(4)] ?? 'articles';
  const prefix = { articles: 'a', products: 'p', pages: 's', authors: 'w' }[kind];
  const id = `${prefix}${random(count)}`;
  const table = sql.table(kind);
  const picture = sql.ref(
    { articles: 'cover', products: 'picture', pages: 'cover', authors: 'avatar' }[kind],
  );
  const copy = `${prefix}new${step}`;
  const columns = sql.raw(columnsOf[kind].join(', '));
  const status = ['draft', 'published', 'published'][random(3)];
  const statements = [
    sql`update ${table} set ${picture} = ${['media/a.svg', 'media/b.svg', null][random(3)]} where id = ${id}`,
    sql`insert into ${table} (id, ${columns}) select ${copy}, ${columns} from ${table} where id = ${id}`,
    sql`update ${table} set id = ${copy} where id = ${id}`,
    sql`delete from ${table} where id = ${id}`,
    ...(kind === 'authors'
      ? []
      : [
          sql`update ${table} set updated_at = ${time(random)} where id = ${id}`,
          sql`update ${table} set status = ${status} where id = ${id}`,
          sql`update ${table} set summary = ${`${step}`} where id = ${id}`,
        ]),
    ...(kind === 'articles' || kind === 'products'
      ? [sql`update ${table} set published_at = ${time(random)} where id = ${id}`]
      : []),
  ];
  return { kind, statement: statements[random(statements.length)] ?? sql`select 1` };
}

const columnsOf: Record<Kind, string[]> = {
  authors: ['name', 'avatar', 'links', 'bio_source', 'bio_html', 'bio_text'],
  articles: [
    ...[
      'title',
      'summary',
      'author_id',
      'cover',
      'cover_alt',
      'tags',
      'body_source',
      'body_html',
      'headings',
    ],
    ...['reading_minutes', 'published_at', 'updated_at', 'status'],
  ],
  products: [
    ...[
      'name',
      'summary',
      'category',
      'price_twd',
      'availability',
      'picture',
      'picture_alt',
      'images',
      'specs',
    ],
    ...['purchase_url', 'description_source', 'description_html', 'published_at', 'updated_at', 'status'],
  ],
  pages: ['title', 'summary', 'cover', 'cover_alt', 'body_source', 'body_html', 'updated_at', 'status'],
};

interface Expected {
  lastmod: string | undefined;
  hasPicture: boolean;
}

/** Asked of the content itself. */
async function expectedPages({ db, clock }: Services): Promise<Map<string, Expected>> {
  const expected = new Map<string, Expected>();
  const now = clock.nowIso();
  for (const kind of kinds) {
    const { rows } = await sql<Record<string, string | null>>`select * from ${sql.table(kind)}`.execute(
      db.read,
    );
    for (const row of rows) {
      const { id, status = 'published', published_at: since = '', updated_at: changed = null } = row;
      if (status !== 'published' || since === null || since > now) continue;
      const lastmod = changed !== null && changed > since ? changed : since;
      expected.set(pathOf[kind](id ?? ''), {
        lastmod: lastmod === '' ? undefined : toZonedIso(lastmod),
        hasPicture: (row['cover'] ?? row['picture'] ?? row['avatar'] ?? null) !== null,
      });
    }
  }
  return expected;
}

const etagsOf = (read: readonly ReadFile[]) => new Map(read.map(({ path, etag }) => [path, etag]));

test.for(engines)(
  'after any write on %s the sitemap says of each page what the content says, and other kinds stay as they are',
  async (engine) => {
    const clock = aClockAt('2026-07-01T00:00:00Z');
    const { app, services } = await openSite({ engine, env: { PUBLIC_URL: origin }, files, clock });
    const random = randomNumbers(17);
    let before = await readSitemap(app, origin);
    let changes = 0;
    for (let step = 0; step < 60; step += 1) {
      const { kind, statement } = aWrite(random, step);
      await statement.execute(services.db.write);
      await newsHasCome(services);
      const after = await readSitemap(app, origin);
      const entries = after.filter(({ path }) => !path.includes('/lists-')).flatMap(({ pages }) => pages);
      const listed = entries.map(
        ({ url, lastmod, images }) =>
          [url.slice(origin.length), { lastmod, hasPicture: images.length > 0 }] as const,
      );
      expect(listed.length).toBe(new Set(entries.map(({ url }) => url)).size);
      expect(new Map(listed), `step ${step}`).toEqual(await expectedPages(services));
      for (const { path, lastmod, pages } of after)
        expect(lastmod, path).toBe(
          pages.map((page) => page.lastmod ?? '').reduce((a, b) => (a > b ? a : b), '') || undefined,
        );

      const [etags, newEtags] = [etagsOf(before), etagsOf(after)];
      const differing = [...new Set([...etags.keys(), ...newEtags.keys()])].filter(
        (path) => etags.get(path) !== newEtags.get(path),
      );
      const others = differing.filter((path) => !path.startsWith(`/sitemaps/${kind}-`));
      expect(others, `step ${step}`).toEqual([]);
      changes += differing.length;
      before = after;
    }
    expect(changes).toBeGreaterThan(20);
  },
);

test.for(engines)('of 2,500 entries on %s each stands in one of three files', async (engine) => {
  const clock = aClockAt('2026-07-01T00:00:00Z');
  const database = await preparedDatabaseConfig(engine);
  const db = await openDatabase(database, silentLog);
  onTestFinished(() => db.close());
  await importSampleContent('server/sample-content', db, folderStore(temporaryFolder()), silentLog);
  await fillCatalogue(db, { products: 2_500, articles: 10 });
  const { app } = await openSite({ database, env: { PUBLIC_URL: origin }, clock });
  const read = await readSitemap(app, origin);
  const ofProducts = read.filter(({ path }) => path.includes('/products-'));
  expect(ofProducts.map(({ path }) => path)).toEqual([1, 2, 3].map((n) => `/sitemaps/products-${n}.xml`));
  const [first = 0, second = 0, third = 0] = ofProducts.map(({ pages }) => pages.length);
  expect([first, second]).toEqual([1_000, 1_000]);
  expect(third).toBeLessThan(1_000);
  const listed = ofProducts.flatMap(({ pages }) => pages.map(({ url }) => url.slice(origin.length)));
  const { rows } = await sql<{ id: string }>`select id from products
    where status = 'published' and published_at <= ${clock.nowIso()} order by id`.execute(db.read);
  expect(listed).toEqual(rows.map(({ id }) => paths.product(id)));
  await request(app).get('/sitemaps/products-4.xml').expect(404);
});

test.for(engines)('every address of the sample content on %s is a page of its own', async (engine) => {
  const { app } = await openSite({ engine, env: { PUBLIC_URL: origin, SAMPLE_CONTENT: 'auto' } });
  const read = await readSitemap(app, origin);
  const urls = read.flatMap(({ pages }) => pages.map(({ url }) => url));
  expect(urls.length).toBeGreaterThan(60);
  expect(new Set(urls).size).toBe(urls.length);
  for (const { pages } of read) {
    for (const { url, lastmod } of pages) {
      const answer = await request(app).get(url.slice(origin.length)).set('Accept', 'text/html');
      expect.soft(answer.status, url).toBe(200);
      const href = url.replaceAll('&', '&amp;').replaceAll("'", '&#x27;');
      expect.soft(answer.text, url).toContain(`<link rel="canonical" href="${href}"/>`);
      expect.soft(answer.text, url).not.toMatch(/noindex/);
      const [, modified] = /"dateModified":"([^"]+)"/.exec(answer.text) ?? [];
      if (modified !== undefined) expect.soft(lastmod, url).toBe(modified);
    }
  }
});
