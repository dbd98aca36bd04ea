import { rmSync } from 'node:fs';
import path from 'node:path';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { leaseMediaJob } from '#server/media/jobs/media-jobs.ts';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { aDrawing } from '#tests/helpers/content.ts';
import { engines, silentLog } from '#tests/helpers/databases.ts';
import { picture } from '#tests/helpers/picture-store.ts';
import { aClockAt, type TestSite } from '#tests/helpers/site.ts';
import { findWithoutFile, listIncoming, putFile, sendFiles } from '#tests/helpers/uploads.ts';
import { openLibrary, teaPicture as tea } from '#tests/helpers/media-library.ts';

describe.for(engines)('on %s', (engine) => {
  test('a picture is shown by one file until its small copies are made, which come before work that takes long', async () => {
    const site = await openLibrary(engine);
    const { services, sender, lin } = site;
    await site.import({ 'media/other.jpg': await picture(400, 300).jpeg().toBuffer() });
    const { body } = await putFile(sender, { name: '茶園.jpg', content: await tea() });
    const article = { body: `![茶園](${body.media.path})`, 'f.cover': body.media.path, 'f.coverAlt': '茶' };
    await lin.send(await lin.get('/edit/articles/spring'), article, { value: 'publish' });
    expect(await namesShown(site)).toEqual(['60.jpg']);

    const { db } = services;
    const row = db.read.selectFrom('media').select('file').where('path', '=', body.media.path);
    const { file } = await row.executeTakeFirstOrThrow();
    expect((await leaseMediaJob(db, Date.parse('2029-01-01T00:00:00Z')))?.file).toBe(file);
    await makeSmallCopies(services);
    expect(await namesShown(site)).toEqual(['60.avif', '60.jpg', '60.webp']);
  });

  test('a file that was lost from the store comes back with the same content, and is shown meanwhile', async () => {
    const site = await openLibrary(engine);
    const { services, sender, lin } = site;
    const file = { name: '茶園.jpg', content: await tea() };
    const { path: place } = (await putFile(sender, file)).body.media;
    const article = { body: `![茶園](${place})` };
    await lin.send(await lin.get('/edit/articles/spring'), article, { value: 'publish' });
    await makeSmallCopies(services);
    const lose = () => {
      for (const folder of ['media', 'originals'])
        rmSync(path.join(services.config.dataDir, folder), { recursive: true });
    };
    lose();
    const again = await putFile(sender, { ...file, name: '再一次.jpg' });
    expect([again.status, again.body.media.path, again.body.media.isPresent]).toEqual([200, place, true]);
    expect(await findWithoutFile(services)).toEqual([]);
    expect(await namesShown(site)).toEqual(['60.jpg']);
    await makeSmallCopies(services);
    expect(await namesShown(site)).toEqual(['60.avif', '60.jpg', '60.webp']);

    lose();
    const replaced = await sendFiles(sender, [file], encodeURI(`/edit/media/_replace/${place}`));
    expect(replaced.status).toBe(303);
    expect(await namesShown(site)).toEqual(['60.jpg']);
    await makeSmallCopies(services);
    expect(await namesShown(site)).toEqual(['60.avif', '60.jpg', '60.webp']);
    expect(listIncoming(services)).toEqual([]);
  });

  test('a lost drawing that comes back is shown without raster pictures until they are made', async () => {
    const { services, sender } = await openLibrary(engine);
    const file = { name: '標誌.svg', content: aDrawing };
    const { path: place } = (await putFile(sender, file)).body.media;
    const hasRasters = async () => {
      const row = services.db.read.selectFrom('media').select(['file', 'rasters_of']);
      const { file: original, rasters_of: rastersOf } = await row.executeTakeFirstOrThrow();
      return rastersOf === original;
    };
    const bringBack = [
      () => putFile(sender, file),
      () => sendFiles(sender, [file], encodeURI(`/edit/media/_replace/${place}`)),
    ];
    for (const bring of bringBack) {
      await makeSmallCopies(services);
      expect(await hasRasters()).toBe(true);
      rmSync(path.join(services.config.dataDir, 'media'), { recursive: true });
      await bring();
      expect(await hasRasters()).toBe(false);
    }
  });

  test('a lost JPEG that an import brought with its longer ending comes back under that', async () => {
    const site = await openLibrary(engine);
    const { services, sender } = site;
    const photo = await tea();
    await site.import({ 'media/tea.jpeg': photo });
    await makeSmallCopies(services);
    for (const folder of ['media', 'originals'])
      rmSync(path.join(services.config.dataDir, folder), { recursive: true });
    const { body } = await putFile(sender, { name: '茶園.jpg', content: photo });
    expect(body.media).toMatchObject({ path: 'media/tea.jpeg', isPresent: true });
    expect(await findWithoutFile(services)).toEqual([]);
    await makeSmallCopies(services);
    const jobs = services.db.read.selectFrom('media_jobs').select('file');
    expect(await jobs.execute()).toEqual([]);
  });

  test('a picture that comes back with the other ending of a JPEG keeps its files when the first one is removed', async () => {
    const site = await openLibrary(engine);
    const { services, sender, lin } = site;
    const photo = await tea();
    await site.import({ 'media/tea.jpeg': photo });
    const article = { body: '![茶園](media/tea.jpeg)' };
    await lin.send(await lin.get('/edit/articles/spring'), article, { value: 'publish' });
    for (const content of [await picture(50, 40).jpeg().toBuffer(), photo]) {
      const file = { name: '茶園.jpg', content };
      const replaced = await sendFiles(sender, [file], '/edit/media/_replace/media/tea.jpeg');
      expect(replaced.headers['location']).toContain('done=replaced');
    }
    // More than a day later.
    await makeSmallCopies(services);
    expect(await findWithoutFile(services)).toEqual([]);
    expect(await namesShown(site)).toEqual(['60.avif', '60.jpg', '60.webp']);
    const jobs = services.db.read.selectFrom('media_jobs').select('file');
    expect(await jobs.execute()).toEqual([]);
  });
});

const makeSmallCopies = ({ db, media }: TestSite['services']) =>
  runMediaJobs({ db, store: media.store, clock: aClockAt('2030-01-01T00:00:00Z'), log: silentLog });

/** Names of the files that the page of the article shows, each of which is there. */
async function namesShown({ app }: Pick<TestSite, 'app'>): Promise<string[]> {
  const { text } = await request(app).get('/articles/spring').set('Accept', 'text/html');
  const addresses = new Set([...text.matchAll(/\/media\/[^\s",]+/g)].map(([address]) => address));
  for (const address of addresses) await request(app).get(address).expect(200);
  return [...new Set([...addresses].map((address) => path.basename(address)))].sort();
}
