import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contentCommand } from '#server/features/import-export/content-command.ts';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { aDrawing, anArticle, anAuthor, contentFolder, filesIn, type Files } from '../helpers/content.ts';
import { engines, silentLog, type EngineName } from '../helpers/databases.ts';
import { picture } from '../helpers/picture-store.ts';
import { anS3Service } from '../helpers/s3-service.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';

const photo = await picture(700, 500).jpeg().toBuffer();
const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ cover: 'media/包種茶 春.jpg' }, '![杯](media/cup.svg)'),
  'media/包種茶 春.jpg': photo,
  'media/cup.svg': aDrawing,
};

async function openWithS3(engine: EngineName = 'sqlite', env: Record<string, string> = {}) {
  const service = await anS3Service();
  const site = await openSite({ engine, files, env: { ...service.env, ...env } });
  return { ...site, service };
}

const work = ({ services: { db, media } }: Pick<TestSite, 'services'>, at = '2030-01-01T00:00:00Z') =>
  runMediaJobs({ db, store: media.store, clock: aClockAt(at), log: silentLog });

function addressesIn(html: string): string[] {
  return [...new Set([...html.matchAll(/\/media\/[^\s",]+/g)].map(([address]) => address))];
}

describe.each(engines)('pictures in S3, on %s', (engine) => {
  test('are imported, made and answered as from a folder, and nothing of them is in the folder', async () => {
    const { app, services, service } = await openWithS3(engine);
    await work({ services });
    const { text } = await request(app).get('/articles/spring').expect(200);
    const addresses = addressesIn(text);
    expect(addresses.some((address) => address.endsWith('.avif'))).toBe(true);
    expect(addresses.some((address) => address.endsWith('.svg'))).toBe(true);
    for (const address of addresses) {
      const answer = await request(app).get(address).buffer().expect(200);
      expect(answer.headers['cache-control'], address).toBe('public, max-age=31536000, immutable');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    }
    const { dataDir } = services.config;
    expect(Object.keys(filesIn(dataDir)).filter((name) => !name.startsWith('site.db'))).toEqual([]);
    // Originals, which are for editors only, have no address.
    const original = service.heard
      .find(({ line }) => /^PUT .*\/originals\//.test(line))
      ?.line.split('/')
      .at(-1);
    await request(app).get(`/media/../originals/${original}`).expect(404);
    await request(app).get(`/media/%2e%2e/originals/${original}`).expect(404);
    await request(app).get('/media/none.webp').expect(404);
  });

  test('a picture that nothing names any longer is removed, and comes back by an import', async () => {
    const { services, ...site } = await openWithS3(engine);
    await work({ services });
    const { media } = services;
    const { 'media/包種茶 春.jpg': _, ...others } = files;
    await site.import(
      { ...others, 'articles/spring.md': anArticle({}, '![杯](media/cup.svg)') },
      { prune: true },
    );
    await work({ services }, '2040-01-01T00:00:00Z');
    const names: string[] = [];
    for await (const { name } of media.store.list()) names.push(name);
    expect(names.filter((name) => name.endsWith('.svg'))).toHaveLength(1);
    expect(names.filter((name) => name.startsWith('originals/'))).toEqual([]);
    await site.import(files);
    await work({ services }, '2041-01-01T00:00:00Z');
    const { text } = await request(site.app).get('/articles/spring').expect(200);
    for (const address of addressesIn(text)) await request(site.app).get(address).expect(200);
  });
});

describe('a file in S3', () => {
  const bytes = randomBytes(300_000);

  async function openWithFilm() {
    const site = await openWithS3();
    await site.services.media.store.put('media/a-1/recording.mp4', bytes);
    return { ...site, address: '/media/a-1/recording.mp4' };
  }

  test('is answered in parts, and not at all to whoever has it', async () => {
    const { app, address } = await openWithFilm();
    const whole = await request(app).get(address).expect(200).expect('Accept-Ranges', 'bytes');
    expect(Buffer.compare(whole.body, bytes)).toBe(0);
    const { etag = '' } = whole.headers;
    expect(whole.headers['content-type']).toBe('video/mp4');

    const part = await request(app).get(address).set('Range', 'bytes=10-19').expect(206);
    expect(part.headers['content-range']).toBe('bytes 10-19/300000');
    expect(Buffer.compare(part.body, bytes.subarray(10, 20))).toBe(0);
    const end = await request(app).get(address).set('Range', 'bytes=-5').expect(206);
    expect(Buffer.compare(end.body, bytes.subarray(-5))).toBe(0);
    await request(app).get(address).set('Range', 'bytes=300000-').expect(416);
    // Several parts, or none that is meant: the whole.
    await request(app).get(address).set('Range', 'bytes=0-1,4-5').expect(200);

    await request(app).get(address).set('If-None-Match', etag).expect(304);
    const same = request(app).get(address).set({ Range: 'bytes=0-1', 'If-Range': etag });
    await same.expect(206);
    const other = request(app).get(address).set({ Range: 'bytes=0-1', 'If-Range': '"other"' });
    await other.expect(200).expect('Content-Length', '300000');
    const head = await request(app).head(address).expect(200);
    expect(head.headers['content-length']).toBe('300000');
  });

  test('that is text is compressed on its way', async () => {
    const { app, services } = await openWithS3();
    const drawing = aDrawing.replace('</svg>', `${'<g/>'.repeat(2_000)}</svg>`);
    await services.media.store.put('media/large.svg', Buffer.from(drawing));
    const answer = await request(app).get('/media/large.svg').set('Accept-Encoding', 'gzip').expect(200);
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.headers['vary']).toContain('Accept-Encoding');
    expect(answer.headers['etag']).toMatch(/^W\//);
    expect(answer.body.toString()).toBe(drawing);
  });

  test('is asked for no longer when its visitor has left', async () => {
    const { service, app, address } = await openWithFilm();
    service.mishap = 'hangs';
    const server = createServer(app).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const leaving = new AbortController();
    const { port } = server.address() as AddressInfo;
    const asked = service.heard.length;
    const answer = fetch(`http://127.0.0.1:${port}${address}`, { signal: leaving.signal }).catch(() => null);
    await expect.poll(() => service.heard.length).toBeGreaterThan(asked);
    expect(service.waiting()).toBe(1);
    leaving.abort();
    await answer;
    await expect.poll(() => service.waiting()).toBe(0);
    service.mishap = null;
    // The next one is answered: a visitor who leaves says nothing about the store.
    await request(app).get(address).expect(200);
  });

  test('that breaks off is no whole answer', async () => {
    const { service, app, address } = await openWithFilm();
    service.mishap = 'breaks-off';
    await expect(request(app).get(address)).rejects.toThrow(/aborted|hang up|terminated|reset/i);
  });
});

describe('while the store is away', () => {
  test.each(['nobody listens', 'hangs', 'slow-down'] as const)(
    '%s: pages stay, and a picture is 502 with Retry-After',
    async (what) => {
      const { app, service } = await openWithS3();
      const page = await request(app).get('/articles/spring').expect(200);
      const [address = ''] = addressesIn(page.text);
      if (what === 'nobody listens') await service.leave();
      else service.mishap = what;
      const first = await request(app).get(address).expect(502);
      expect(first.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
      expect(first.text).toBe('圖片與影音暫時無法取得，請稍後再試。\n');
      // From the store of pages, and made anew.
      await request(app).get('/articles/spring').expect(200);
      await request(app).get('/author/lin').expect(200);
      const asked = service.heard.length;
      await Promise.all(Array.from({ length: 5 }, () => request(app).get(address).expect(502)));
      // While one request waits, others are refused at once.
      expect(service.heard.length - asked).toBeLessThanOrEqual(1);
      if (what === 'nobody listens') await service.listen();
      service.mishap = null;
      await expect.poll(async () => (await request(app).get(address)).status).toBe(200);
    },
  );

  test('what is to be made of pictures waits, and is made later', async () => {
    const { services, service } = await openWithS3();
    const { db } = services;
    await service.leave();
    for (const hour of ['00', '02', '06', '12', '18']) await work({ services }, `2030-01-01T${hour}:00:00Z`);
    expect(await db.read.selectFrom('media_jobs').select(['file', 'tries']).execute()).toHaveLength(2);
    await service.listen();
    await work({ services }, '2030-01-02T00:00:00Z');
    expect(await db.read.selectFrom('media_jobs').selectAll().execute()).toEqual([]);
    const rows = await db.read.selectFrom('media').select(['served', 'finished_of']).execute();
    for (const { served, finished_of } of rows) expect(finished_of).toBe(served);
  });

  test.each([
    ['nobody listens', {}, /cannot be reached.*Nothing was imported; do it again/],
    ['a wrong key', { AWS_ACCESS_KEY_ID: 'OTHER' }, /correct AWS_ACCESS_KEY_ID.*Nothing was imported/],
  ])('an import is refused with the reason, and changes nothing: %s', async (what, env, reason) => {
    const { services, service } = await openWithS3();
    const { config, db } = services;
    const content = async () => db.read.selectFrom('articles').selectAll().execute();
    const before = await content();
    if (what === 'nobody listens') await service.leave();
    const said: string[] = [];
    const dir = contentFolder({
      ...files,
      'articles/new.md': anArticle({ cover: 'media/new.jpg' }),
      'media/new.jpg': await picture(320, 200).jpeg().toBuffer(),
    });
    const { store } = config.media;
    const other =
      store.kind === 's3' && 'AWS_ACCESS_KEY_ID' in env
        ? { ...store, credentials: { ...store.credentials, accessKeyId: env.AWS_ACCESS_KEY_ID } }
        : store;
    const output = { out: () => {}, err: (line: string) => void said.push(line) };
    const asked = { ...config, media: { ...config.media, store: other } };
    expect(await contentCommand(['import', dir], asked, silentLog, output)).toBe(1);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(reason);
    expect(await content()).toEqual(before);
  });
});

test('with both places named, what is only in the folder is answered while the store is away', async () => {
  const service = await anS3Service();
  const site = await openSite({
    files,
    env: { ...service.env, MEDIA_STORE: 'folder', MEDIA_STORE_ALSO: service.store() },
  });
  await service.leave();
  const [address = ''] = addressesIn((await request(site.app).get('/articles/spring')).text);
  await request(site.app).get(address).expect(200);
  // The other store is unreachable, so the answer is unknown.
  await request(site.app).get('/media/none.webp').expect(502);
});
