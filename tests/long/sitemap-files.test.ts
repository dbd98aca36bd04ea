import { sql, type RawBuilder } from 'kysely';
import request from 'supertest';
import { expect, test } from 'vitest';
import { randomNumbers, type Random } from '#scripts/tools/random-numbers.ts';
import { buildPath, paths } from '#shared/paths.ts';
import type { Services } from '#server/services.ts';
import { anArticle, anAuthor, aDrawing, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
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

/** Two entries for each file, so that there are several; what is new comes after them. */
async function spreadNumbers({ db }: Services): Promise<void> {
  await sql`update sitemap_entries set number = -number`.execute(db.write);
  await sql`update sitemap_entries set number = -number * 5000`.execute(db.write);
  if (db.engine === 'postgres')
    for (const kind of kinds)
      await sql`select setval(${`sitemap_numbers_of_${kind}`}, ${count * 5000 + 5000})`.execute(db.write);
}

interface Write {
  kind: Kind;
  /** The entries that it is about. */
  ids: string[];
  statement: RawBuilder<unknown>;
}

function aWrite(random: Random, step: number): Write {
  const kind = kinds[random(4)] ?? 'articles';
  const prefix = { articles: 'a', products: 'p', pages: 's', authors: 'w' }[kind];
  const id = `${prefix}${random(count)}`;
  const table = sql.table(kind);
  const of = (ids: string[], statement: RawBuilder<unknown>): Write => ({ kind, ids, statement });
  const picture = sql.ref(
    { articles: 'cover', products: 'picture', pages: 'cover', authors: 'avatar' }[kind],
  );
  const copy = `${prefix}new${step}`;
  const columns = sql.raw(columnsOf[kind].join(', '));
  const choices: (() => Write)[] = [
    () =>
      of(
        [id],
        sql`update ${table} set ${picture} = ${['media/a.svg', 'media/b.svg', null][random(3)]} where id = ${id}`,
      ),
    () =>
      of(
        [copy],
        sql`insert into ${table} (id, ${columns}) select ${copy}, ${columns} from ${table} where id = ${id}`,
      ),
    () => of([id, copy], sql`update ${table} set id = ${copy} where id = ${id}`),
    () => of([id], sql`delete from ${table} where id = ${id}`),
    ...(kind === 'authors'
      ? []
      : [
          () => of([id], sql`update ${table} set updated_at = ${time(random)} where id = ${id}`),
          () =>
            of(
              [id],
              sql`update ${table} set status = ${['draft', 'published', 'published'][random(3)]} where id = ${id}`,
            ),
          () => of([], sql`update ${table} set summary = ${`${step}`} where id = ${id}`),
        ]),
    ...(kind === 'articles' || kind === 'products'
      ? [() => of([id], sql`update ${table} set published_at = ${time(random)} where id = ${id}`)]
      : []),
  ];
  return (choices[random(choices.length)] ?? (() => of([], sql`select 1`)))();
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

/** Asked of the content itself. */
async function visiblePaths({ db, clock }: Services): Promise<string[]> {
  const paths = await Promise.all(
    kinds.map(async (kind) => {
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind)} where ${sql.raw(
        {
          authors: 'true',
          pages: `status = 'published'`,
          articles: `status = 'published' and published_at <= '${clock.nowIso()}'`,
          products: `status = 'published' and published_at <= '${clock.nowIso()}'`,
        }[kind],
      )}`.execute(db.read);
      return rows.map(({ id }) => pathOf[kind](id));
    }),
  );
  return paths.flat();
}

const etagsOf = (read: readonly ReadFile[]) => new Map(read.map(({ path, etag }) => [path, etag]));
const placesOf = (read: readonly ReadFile[]) =>
  new Map(read.flatMap(({ path, pages }) => pages.map(({ url }) => [url.slice(origin.length), path])));

test.for(engines)(
  'after any write on %s each page stands once, and other files stay the same',
  async (engine) => {
    const clock = aClockAt('2026-07-01T00:00:00Z');
    const { app, services } = await openSite({ engine, env: { PUBLIC_URL: origin }, files, clock });
    await spreadNumbers(services);
    await newsHasCome(services);
    const random = randomNumbers(17);
    let before = await readSitemap(app, origin);
    expect(before.length).toBeGreaterThan(12);
    let changes = 0;
    for (let step = 0; step < 60; step += 1) {
      const { kind, ids, statement } = aWrite(random, step);
      await statement.execute(services.db.write);
      await newsHasCome(services);
      const after = await readSitemap(app, origin);
      const entries = after.filter(({ path }) => !path.includes('/lists-')).flatMap(({ pages }) => pages);
      const listed = entries.map(({ url }) => url.slice(origin.length));
      expect(listed.toSorted(), `step ${step}`).toEqual((await visiblePaths(services)).toSorted());

      const touched = ids.map((id) => pathOf[kind](id));
      const [old, fresh] = [placesOf(before), placesOf(after)];
      const mayDiffer = new Set(touched.flatMap((path) => [old.get(path), fresh.get(path)]));
      const [etags, newEtags] = [etagsOf(before), etagsOf(after)];
      const differing = [...new Set([...etags.keys(), ...newEtags.keys()])].filter(
        (path) => etags.get(path) !== newEtags.get(path),
      );
      expect(
        differing.filter((path) => !mayDiffer.has(path)),
        `step ${step}`,
      ).toEqual([]);
      changes += differing.length;
      for (const [path, file] of old)
        if (fresh.has(path) && !touched.includes(path)) expect(fresh.get(path)).toBe(file);
      before = after;
    }
    expect(changes).toBeGreaterThan(20);
  },
);

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
