import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { exportContent } from '#server/features/import-export/export-content.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import {
  aDrawing,
  anArticle,
  anAuthor,
  contentFolder,
  filesIn,
  problemsOf,
  type Files,
} from '../helpers/content.ts';
import { engines, openTestDatabase, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { aFilm, anMp3, anMp4, whereItWas } from '../helpers/recordings.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

const film = { handler: 'vide', codec: 'avc1', width: 640, height: 360 };
const sound = { handler: 'soun', codec: 'mp4a' };

const body = [
  '<video src="media/films/茶.mp4" poster="media/tea.svg"></video>',
  '<audio src="media/rain.mp3"></audio>',
].join('\n\n');

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({}, body),
  'media/films/茶.mp4': aFilm(),
  'media/rain.mp3': anMp3(),
  'media/tea.svg': aDrawing,
};

describe.for(engines)('on %s', (engine) => {
  test('a page has the films and sounds of its text, to be played when asked for', async () => {
    const { app } = await openSite({ engine, files });
    const page = await request(app).get('/articles/spring').set('Accept', 'text/html').expect(200);
    expect(page.headers['content-security-policy']).toContain("media-src 'self'");
    const { text } = page;
    const [, src, poster] =
      /<video src="(\/media\/[\w-]+\/recording\.mp4)" width="640" height="360" poster="(\/media\/\w+\.svg)" controls="" preload="metadata" playsinline=""><\/video>/.exec(
        text,
      ) ?? [];
    const [, rain] =
      /<audio src="(\/media\/[\w-]+\/recording\.mp3)" controls="" preload="metadata"><\/audio>/.exec(text) ??
      [];
    await request(app)
      .get(poster ?? '')
      .expect(200);
    const whole = await request(app)
      .get(src ?? '')
      .expect(200);
    expect(whole.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' });
    expect(whole.headers['cache-control']).toContain('immutable');
    const part = await request(app)
      .get(src ?? '')
      .set('Range', 'bytes=100-199')
      .expect(206);
    expect(part.headers['content-range']).toBe(`bytes 100-199/${aFilm().length}`);
    expect(part.body).toEqual(whole.body.subarray(100, 200));
    const heard = await request(app)
      .get(rain ?? '')
      .expect(200);
    expect(heard.headers['content-type']).toBe('audio/mpeg');
  });

  test('what a telephone noted in a film or a sound is the editors’ alone', async () => {
    const { app, services } = await openSite({ engine, files });
    const rows = await services.db.read
      .selectFrom('media')
      .select(['path', 'served'])
      .orderBy('path')
      .execute();
    for (const { path: name, served } of rows.filter((row) => !row.path.endsWith('.svg'))) {
      const { body: sent } = await request(app).get(`/media/${served}`).buffer().expect(200);
      const original = Buffer.from(files[name] ?? '');
      expect(original.includes(whereItWas), name).toBe(true);
      expect(sent.length, name).toBeGreaterThan(4_000);
      expect(sent.includes(whereItWas), name).toBe(false);
      // The file contains offsets of its frames and sounds: no byte may move.
      if (name.endsWith('.mp4')) expect(sent.length).toBe(original.length);
    }
  });
});

test('feeds and Markdown for programs name the files that can be asked for', async () => {
  const { app } = await openSite({ files, env: { PUBLIC_URL: 'https://tea.example' } });
  const address = /https:\/\/tea\.example\/media\/[\w-]+\/recording\.mp4/;
  for (const path of ['/articles/spring.md', '/feed.xml']) {
    const { text } = await request(app).get(path).set('Host', 'tea.example').expect(200);
    expect(text, path).toMatch(address);
    expect(text, path).not.toMatch(/="media\//);
    expect(text, path).toMatch(/poster=(?:"|&quot;)https:\/\/tea\.example\/media\//);
  }
});

test('an export has the files as they were given', async () => {
  const db = await openTestDatabase('sqlite');
  const dataDir = temporaryFolder();
  await importContent(contentFolder(files), db, folderStore(dataDir));
  const dir = path.join(temporaryFolder(), 'export');
  await exportContent(dir, db, folderStore(dataDir));
  expect(readFileSync(path.join(dir, 'media/films/茶.mp4'))).toEqual(aFilm());
  const again = await importContent(dir, db, folderStore(dataDir));
  expect(again.unchanged.media).toBe(3);
});

test('files that nothing names any longer go, and what is named needs no work', async () => {
  const db = await openTestDatabase('sqlite');
  const dataDir = temporaryFolder();
  const work = (time: string) =>
    runMediaJobs({ db, store: folderStore(dataDir), clock: aClockAt(time), log: silentLog });
  await importContent(contentFolder(files), db, folderStore(dataDir));
  await work('2030-01-01T00:00:00Z');
  const rows = await db.read.selectFrom('media').select(['served', 'finished_of']).execute();
  for (const { served, finished_of } of rows) expect(finished_of).toBe(served);
  await importContent(
    contentFolder({ 'authors/lin.md': anAuthor(), 'media/tea.svg': aDrawing }),
    db,
    folderStore(dataDir),
    {
      prune: true,
    },
  );
  await work('2040-01-01T00:00:00Z');
  expect(readdirSync(path.join(dataDir, 'originals'))).toEqual([]);
  expect(Object.keys(filesIn(path.join(dataDir, 'media'))).join()).not.toContain('recording');
});

test('a text whose film is not in the store keeps its place', async () => {
  const { app, services } = await openSite({ files });
  await services.db.write.deleteFrom('media').where('path', '=', 'media/rain.mp3').execute();
  rmSync(path.join(services.config.dataDir, 'media'), { recursive: true });
  const { text } = await request(app).get('/articles/spring').set('Accept', 'text/html').expect(200);
  expect(text).toContain('<audio controls="" preload="metadata"></audio>');
});

test('a film that was held upright is shown upright', async () => {
  const upright = anMp4([{ ...film, isTurned: true }, sound]);
  const { app } = await openSite({ files: { ...files, 'media/films/茶.mp4': upright } });
  const { text } = await request(app).get('/articles/spring').set('Accept', 'text/html').expect(200);
  expect(text).toContain('width="360" height="640"');
});

describe('is refused with the way out:', () => {
  const wrong: [what: string, name: string, data: Buffer, message: string][] = [
    ['a file that is none', 'a.mp4', Buffer.from('<html>'), 'not a whole MP4 file'],
    ['half of a film', 'a.mp4', aFilm().subarray(0, 3_000), 'not a whole MP4 file'],
    ['a film as sound', 'a.m4a', aFilm(), 'name it .mp4'],
    ['sound as a film', 'a.mp4', anMp4([sound]), 'name it .m4a'],
    ['a codec that few browsers play', 'a.mp4', anMp4([{ ...film, codec: 'hvc1' }]), 'save it as H.264'],
    [
      'a track of places',
      'a.mp4',
      anMp4([film, { handler: 'meta', codec: 'mebx' }]),
      'picture and sound alone',
    ],
    ['a film without a size', 'a.mp4', anMp4([{ handler: 'vide', codec: 'avc1' }]), 'has no size'],
    ['a page as MP3', 'a.mp3', Buffer.from('<html>'.repeat(100)), 'not MP3'],
    ['another format', 'a.mov', aFilm(), 'no format of pictures, films, sound or documents'],
  ];
  test.for(wrong)('%s', async ([, name, data, message]) => {
    const problems = await problemsOf({ [`media/${name}`]: data });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
  });

  test('a film that is not there, or that stands for a picture', async () => {
    const { 'media/films/茶.mp4': _, ...others } = files;
    expect((await problemsOf(others)).join()).toContain(
      'a film or sound in the text names media/films/茶.mp4',
    );
    const asCover = { ...files, 'articles/spring.md': anArticle({ cover: 'media/films/茶.mp4' }) };
    expect((await problemsOf(asCover)).join()).toContain('a picture of the media folder');
    const asPicture = { ...files, 'articles/spring.md': anArticle({}, '![茶](media/films/茶.mp4)') };
    expect((await problemsOf(asPicture)).join()).toContain('not a picture of the media folder');
  });
});
