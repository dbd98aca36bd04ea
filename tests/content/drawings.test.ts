import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import request from 'supertest';
import { expect, test } from 'vitest';
import { importContent } from '#server/features/import-export/import-content.ts';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import {
  aDrawing,
  anArticle,
  anAuthor,
  aProduct,
  contentFolder,
  filesIn,
  type Files,
} from '../helpers/content.ts';
import {
  engines,
  openTestDatabase,
  silentLog,
  temporaryFolder,
  type EngineName,
} from '../helpers/databases.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';

const inThe2030s = aClockAt('2030-01-01T00:00:00Z');
const seeThrough = aDrawing.replace('width="40" height="30" fill', 'width="20" height="30" fill');
const withText = aDrawing.replace('</svg>', '<text y="20">茶</text></svg>');

async function openStore(engine: EngineName, files: Files) {
  const db = await openTestDatabase(engine);
  const dataDir = temporaryFolder();
  await importContent(contentFolder(files), db, folderStore(dataDir));
  return {
    db,
    work: () => runMediaJobs({ db, store: folderStore(dataDir), clock: inThe2030s, log: silentLog }),
    made: () => Object.keys(filesIn(path.join(dataDir, 'media'))).filter((name) => name.endsWith('.avif')),
    open: (name: string) => sharp(path.join(dataDir, 'media', name)),
    row: () => db.read.selectFrom('media').selectAll().orderBy('path').executeTakeFirstOrThrow(),
  };
}

test.for(engines)('raster pictures of a drawing are made in the background on %s', async (engine) => {
  const store = await openStore(engine, { 'media/a.svg': aDrawing });
  expect([store.made(), (await store.row()).rasters_of]).toEqual([[], null]);
  await store.work();
  const made = store.made();
  expect(made.map((name) => path.basename(name)).toSorted()).toEqual(['320.avif', '640.avif']);
  const { file, served, finished_of, rasters_of } = await store.row();
  expect({ served, finished_of, rasters_of }).toEqual({ served: file, finished_of: file, rasters_of: file });
  for (const name of made) {
    const { width, height, hasAlpha } = await store.open(name).metadata();
    expect.soft({ width, height, hasAlpha }).toEqual({
      width: Number.parseInt(path.basename(name), 10),
      height: (width * 3) / 4,
      hasAlpha: false,
    });
  }
});

test('what shines through a drawing shines through its raster pictures', async () => {
  const store = await openStore('sqlite', { 'media/a.svg': seeThrough });
  await store.work();
  const name = store.made().find((made) => made.endsWith('320.avif')) ?? '';
  const { data, info } = await store.open(name).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number) => [...data.subarray((120 * info.width + x) * 4, (120 * info.width + x) * 4 + 4)];
  expect(info.channels).toBe(4);
  expect(at(300)[3]).toBe(0);
  const [red = 0, green = 0, blue = 0, alpha] = at(80);
  expect(alpha).toBe(255);
  expect(Math.max(...[red - 0x86, green - 0xad, blue - 0x7f].map(Math.abs))).toBeLessThan(6);
});

test('a drawing with text has no raster pictures', async () => {
  const store = await openStore('sqlite', { 'media/a.svg': withText });
  await store.work();
  const { file, finished_of, rasters_of } = await store.row();
  expect([store.made(), finished_of, rasters_of]).toEqual([[], file, null]);
});

test.for(engines)('drawings that were there before get theirs on %s', async (engine) => {
  const store = await openStore(engine, { 'media/a.svg': aDrawing, 'media/b.jpg': await aPicture() });
  await store.work();
  expect(await store.db.read.selectFrom('media_jobs').selectAll().execute()).toEqual([]);
  await sql`alter table media drop column rasters_of`.execute(store.db.write);
  const migratedFrom = Date.now();
  const { rastersOfDrawings } = await import('#server/db/migrations/0015-rasters-of-drawings.ts');
  await store.db.write.transaction().execute((trx) => rastersOfDrawings.up(trx, engine));
  const jobs = await store.db.read.selectFrom('media_jobs').selectAll().execute();
  expect(jobs.map(({ file }) => file)).toEqual([expect.stringMatching(/\.svg$/)]);
  // Not before the processes of the former build are gone, which would make nothing.
  expect(Date.parse(jobs[0]?.run_at ?? '')).toBeGreaterThan(migratedFrom + 50 * 60_000);
  await store.work();
  const row = await store.row();
  expect(row.rasters_of).toBe(row.file);
});

test('cards show raster pictures once they are there, and what is larger the drawing', async () => {
  const site = await openSite({
    files: {
      'authors/lin.md': anAuthor({ avatar: 'media/a.svg' }),
      'articles/spring.md': anArticle({ cover: 'media/a.svg', coverAlt: '茶' }, '![圖](media/a.svg)'),
      'articles/autumn.md': anArticle({ cover: 'media/text.svg', coverAlt: '茶' }),
      'products/pot.md': aProduct({ images: [{ src: 'media/a.svg', alt: '壺' }] }),
      'products/cup.md': aProduct({ images: [{ src: 'media/text.svg', alt: '杯' }] }),
      'media/a.svg': aDrawing,
      'media/text.svg': withText,
    },
  });
  const { text: before } = await request(site.app).get('/author/lin').expect(200);
  expect(before).not.toContain('<source');
  await work(site);
  const { text: cards } = await request(site.app).get('/author/lin').expect(200);
  const list = /<ul[^]*<\/ul>/.exec(cards)?.[0] ?? '';
  const pictures = [...list.matchAll(/<source type="image\/avif" srcSet="([^" ]+640\.avif)"/g)];
  // A drawing with text stays one.
  expect(pictures).toHaveLength(1);
  for (const address of pictures[0]?.slice(1) ?? []) {
    const response = await request(site.app).get(address).expect(200);
    expect.soft(response.headers['content-type']).toBe('image/avif');
    expect.soft(response.headers['cache-control']).toContain('immutable');
  }
  for (const address of ['/product/info/pot', '/articles/spring']) {
    const { text } = await request(site.app).get(address).expect(200);
    const main = /<main[^]*?<\/main>/.exec(text)?.[0] ?? '';
    expect.soft(main.match(/<img[^>]* src="[^"]+\.svg"/g)?.length, address).toBeGreaterThan(0);
    expect.soft(main.replace(/<li class="card"[^]*?<\/li>/g, ''), address).not.toMatch(/640\.avif/);
  }
});

function work({ services: { db, config } }: TestSite): Promise<void> {
  return runMediaJobs({ db, store: folderStore(config.dataDir), clock: inThe2030s, log: silentLog });
}

function aPicture(): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer();
}
