import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { contentWorkInProcess } from '#server/content/thread/content-work.ts';
import { renderStored } from '#server/content/thread/render-stored.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { tags } from '#server/freshness/tags.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';
import { anArticle, anAuthor, aPage, aProduct, contentFolder, storedContent } from '../helpers/content.ts';
import {
  engines,
  openTestDatabase,
  silentLog,
  temporaryFolder,
  type EngineName,
} from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { idsOf, problemsOfIndex } from '../helpers/search.ts';
import { watchedTags } from '../helpers/watched-tags.ts';

const body = '> [!TIP]\n> 先燙杯。\n\n## 節\n\n```js\nlet tea = 1;\n```';
const onlyInPage = '只有這一頁有。';
const files = {
  'authors/lin.md': anAuthor({}, body),
  'articles/spring.md': anArticle({}, body),
  'articles/plain.md': anArticle({}, '內文。'),
  'products/pot.md': aProduct({}, body),
  'pages/about.md': aPage({}, `${body}\n\n${onlyInPage}`),
};
const tools = (db: Awaited<ReturnType<typeof openTestDatabase>>) => ({
  db,
  contentWork: contentWorkInProcess(),
  log: silentLog,
});
const never = () => false;

/** A database whose texts were rendered by a version that knew neither callouts nor colours. */
async function openFormer(engine: EngineName) {
  const db = await openTestDatabase(engine);
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  const right = await storedContent(db.read);
  const former = '<p>former</p>';
  await sql`update authors set bio_html = ${former}, bio_text = 'former'`.execute(db.write);
  await sql`update articles set body_html = ${former}, headings = '[]' where id = 'spring'`.execute(db.write);
  await sql`update products set description_html = ${former}`.execute(db.write);
  await sql`update pages set body_html = ${former}`.execute(db.write);
  await sql`update schema_repeatables set hash = '1' where name = 'rendered-texts'`.execute(db.write);
  return { db, right };
}

async function versionsOf({ db }: Pick<Awaited<ReturnType<typeof openFormer>>, 'db'>) {
  return db.read.selectFrom('entries').select(['kind', 'id', 'version']).orderBy('key').execute();
}

test.for(engines)(
  'texts that another version stored on %s become as an import makes them',
  async (engine) => {
    const { db, right } = await openFormer(engine);
    const versions = await versionsOf({ db });
    const newTags = await watchedTags(db);
    expect(await renderStored(tools(db), never)).toBe(4);
    expect(await storedContent(db.read)).toEqual(right);
    expect(await newTags()).toEqual(
      expect.arrayContaining([
        tags.author('lin'),
        tags.article('spring'),
        tags.product('pot'),
        tags.sitePage('about'),
      ]),
    );
    // Entries without an edit get no new version, and unchanged HTML is not written.
    expect(await versionsOf({ db })).toEqual(versions);
  },
);

test.for(engines)(
  'a text on %s whose HTML would be refused now is kept as it is, and told',
  async (engine) => {
    const { db } = await openFormer(engine);
    const { log, lines } = keptLog();
    const work = contentWorkInProcess();
    const contentWork = {
      ...work,
      async render(source: string) {
        const rendered = await work.render(source);
        if (!source.includes(onlyInPage)) return rendered;
        return { ...rendered, refused: [{ path: '<span>', line: 1, reason: 'moved-html' as const }] };
      },
    };
    expect(await renderStored({ db, contentWork, log }, never)).toBe(3);
    expect((await storedContent(db.read))['pages']).toMatchObject([{ body_html: '<p>former</p>' }]);
    const told = lines.filter(({ level }) => level === 'error');
    expect(told).toMatchObject([{ kind: 'pages', id: 'about', refused: [{ path: '<span>' }] }]);
  },
);

test.for(engines)('texts that this version stored on %s are left alone', async (engine) => {
  const db = await openTestDatabase(engine);
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  await sql`update pages set body_html = '<p>by hand</p>'`.execute(db.write);
  expect(await renderStored(tools(db), never)).toBe(0);
  expect((await storedContent(db.read))['pages']).toMatchObject([{ body_html: '<p>by hand</p>' }]);
});

test.for(engines)(
  'a server on %s that stops goes on from the beginning when it starts again',
  async (engine) => {
    const { db, right } = await openFormer(engine);
    expect(await renderStored(tools(db), () => true)).toBe(0);
    expect(await renderStored(tools(db), never)).toBe(4);
    expect(await renderStored(tools(db), never)).toBe(0);
    expect(await storedContent(db.read)).toEqual(right);
  },
);

test.for(engines)('a text that is saved meanwhile on %s stays as it was saved', async (engine) => {
  const { db } = await openFormer(engine);
  const work = contentWorkInProcess();
  await renderStored(
    {
      ...tools(db),
      contentWork: {
        ...work,
        async render(source) {
          if (source.includes(onlyInPage))
            await sql`update pages set body_source = 'new', body_html = '<p>new</p>'`.execute(db.write);
          return work.render(source);
        },
      },
    },
    never,
  );
  expect((await storedContent(db.read))['pages']).toMatchObject([
    { body_source: 'new', body_html: '<p>new</p>' },
  ]);
});

test.for(engines)('a word over two lines that another version stored on %s is found', async (engine) => {
  const db = await openTestDatabase(engine);
  await importContent(
    contentFolder({
      'authors/lin.md': anAuthor(),
      'articles/spring.md': anArticle({}, '我們在名\n間種茶。'),
    }),
    db,
    folderStore(temporaryFolder()),
  );
  await sql`update articles set body_html = ${'<p>我們在名\n間種茶。</p>\n'}`.execute(db.write);
  await sql`update schema_repeatables set hash = '3' where name = 'rendered-texts'`.execute(db.write);
  const index = () => writeTransaction(db, (trx) => indexMarked(trx));
  await index();
  expect(await idsOf(db, 'articles', '"名間"')).toEqual([]);
  expect(await renderStored(tools(db), never)).toBe(1);
  await index();
  expect(await idsOf(db, 'articles', '"名間"')).toEqual(['spring']);
  expect(await problemsOfIndex(db)).toEqual([]);
});
