import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { openMediaPlaces } from '#server/media/store/open-media-store.ts';
import type { S3Service, SentObject } from '#scripts/tools/servers/open-s3.ts';
import { aDrawing } from '../helpers/content.ts';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { silentLog, temporaryFolder } from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { picture } from '../helpers/picture-store.ts';
import { anS3Service } from '../helpers/s3-service.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

type Lie = (sent: SentObject) => SentObject;

const withBody = ({ status, headers }: SentObject, body: Buffer): SentObject => ({
  status,
  headers: { ...headers, 'content-length': String(body.length) },
  body,
});
const lies: Record<string, Lie> = {
  'a page': ({ headers }) => ({
    status: 200,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-length': '13' },
    body: Buffer.from('<h1>Login</h1'),
  }),
  'the XML of an error': (sent) => ({ ...sent, headers: { ...sent.headers, 'content-type': 'text/xml' } }),
  'half of it': (sent) => withBody(sent, sent.body.subarray(0, sent.body.length / 2)),
  'more than it': (sent) => withBody(sent, Buffer.concat([sent.body, Buffer.from('more')])),
};
const otherBytes: Lie = (sent) => ({ ...sent, body: Buffer.from(sent.body.map((byte) => byte ^ 1)) });

/** Nobody has noted anything beside the object. */
const withoutNotes = (lie: Lie): Lie => {
  return (sent) => {
    const { 'x-amz-meta-bytes': _bytes, 'x-amz-meta-sha256': _sum, ...headers } = sent.headers;
    return lie({ ...sent, headers });
  };
};

const drawing = `media/${createHash('sha256').update(aDrawing).digest('hex').slice(0, 24)}.svg`;
const files: Record<string, Buffer> = {
  'media/a-1/640.webp': randomBytes(5_000),
  'media/a-1/recording.mp4': randomBytes(600_000),
  [drawing]: Buffer.from(aDrawing),
};
const names = Object.keys(files);

async function openLying() {
  const service = await anS3Service();
  const { log, lines } = keptLog();
  const { app, services } = await openSite({ env: service.env, log });
  for (const [name, data] of Object.entries(files)) await services.media.store.put(name, data);
  const lieOf = (name: string, lie: Lie) => {
    service.lie = (sent, url) => (url.endsWith(name) ? lie(sent) : sent);
  };
  const told = () => lines.filter(({ msg }) => String(msg).startsWith('the media store does not give'));
  return { app, service, lieOf, told, store: services.media.store };
}

/** Expects an answer that nobody keeps. */
const isRefused = (answer: request.Response) => {
  const { 'cache-control': caching, etag, 'content-range': part } = answer.headers;
  expect({ status: answer.status, caching, etag, part }).toEqual({
    status: 502,
    caching: 'no-store',
    etag: undefined,
    part: undefined,
  });
};

describe('what a store gives otherwise than it was put is answered with 502 and told once', () => {
  test.for(Object.keys(lies))('%s', async (what) => {
    const { app, service, lieOf, told } = await openLying();
    for (const name of names) {
      lieOf(name, lies[what] ?? otherBytes);
      const before = told().length;
      isRefused(await request(app).get(`/${name}`));
      isRefused(await request(app).get(`/${name}`));
      isRefused(await request(app).get(`/${name}`).set('Range', 'bytes=3-9'));
      if (what !== 'half of it' && what !== 'more than it') isRefused(await request(app).head(`/${name}`));
      expect(told()).toHaveLength(before + 1);
      expect(told().at(-1)).toMatchObject({ level: 'error', file: name });
      // Other files are answered meanwhile: it is not the store that is away.
      for (const other of names.filter((one) => one !== name))
        await request(app).get(`/${other}`).buffer().expect(200);
      service.lie = null;
      await request(app).get(`/${name}`).buffer().expect(200);
    }
  });

  test('other bytes of the same length: a small file is 502, and a large one never ends', async () => {
    const { app, lieOf, told } = await openLying();
    for (const name of names) {
      lieOf(name, otherBytes);
      if (name.endsWith('.mp4')) await expect(request(app).get(`/${name}`)).rejects.toThrow(/aborted/);
      else isRefused(await request(app).get(`/${name}`));
    }
    expect(told().map(({ file }) => file)).toEqual(names);
  });

  test('a small file that breaks off', async () => {
    const { app, service, told } = await openLying();
    Object.assign(service, { mishap: 'breaks-off', mishaps: 1 });
    isRefused(await request(app).get('/media/a-1/640.webp'));
    expect(told()).toHaveLength(1);
    await request(app).get(`/${drawing}`).expect(200);
    await request(app).get('/media/a-1/640.webp').expect(200);
  });

  test('another part than the one that was asked for', async () => {
    const { app, lieOf } = await openLying();
    const name = 'media/a-1/recording.mp4';
    for (const [field, value] of [
      ['content-range', 'bytes 4-10/600000'],
      ['content-range', 'bytes 3-9/300000'],
      ['content-length', '5'],
    ] as const) {
      lieOf(name, (sent) => ({
        ...sent,
        headers: { ...sent.headers, [field]: value },
        body: sent.body.subarray(0, 5),
      }));
      isRefused(await request(app).get(`/${name}`).set('Range', 'bytes=3-9'));
    }
    // A file that has lost its end says that there is no such part.
    lieOf(name, (sent) =>
      sent.status === 206
        ? { status: 416, headers: { 'content-range': 'bytes */300000' }, body: Buffer.alloc(0) }
        : { ...sent, headers: { ...sent.headers, 'content-length': '300000' } },
    );
    isRefused(await request(app).get(`/${name}`).set('Range', 'bytes=400000-'));
  });

  test('without notes beside it, by its type, and a drawing by its name', async () => {
    const { app, lieOf } = await openLying();
    const isLie = async (name: string, lie: Lie) => {
      lieOf(name, withoutNotes(lie));
      isRefused(await request(app).get(`/${name}`));
    };
    for (const what of ['a page', 'the XML of an error']) {
      for (const name of names) await isLie(name, lies[what] ?? otherBytes);
    }
    for (const lie of [...Object.values(lies), otherBytes]) await isLie(drawing, lie);
    // Objects of other programs may say nothing of its type.
    lieOf(
      'media/a-1/640.webp',
      withoutNotes((sent) => ({
        ...sent,
        headers: { ...sent.headers, 'content-type': 'binary/octet-stream' },
      })),
    );
    await request(app).get('/media/a-1/640.webp').expect(200).expect('Content-Type', 'image/webp');
  });
});

describe('the site itself does not take it either', () => {
  const original = 'originals/a.jpg';

  async function openOriginal() {
    const service = await anS3Service();
    const config = readConfig({ DATA_DIR: temporaryFolder(), ...service.env });
    const { store } = openMediaPlaces(config);
    await store.put(original, randomBytes(5_000));
    return { service, store };
  }
  const lying = (service: S3Service, lie: Lie) => {
    service.lie = lie;
  };

  test.for([...Object.keys(lies), 'other bytes'])('%s', async (what) => {
    const { service, store } = await openOriginal();
    lying(service, lies[what] ?? otherBytes);
    const copy = path.join(temporaryFolder(), 'copy');
    await expect(store.read(original)).rejects.toThrow(/is not what was put there/);
    await expect(store.copyTo(copy, original)).rejects.toThrow(/is not what was put there/);
  });

  test('half of it is made and put anew, and a moment of it is nothing', async () => {
    const { service, store } = await openOriginal();
    lying(service, (sent) => ({ ...sent, headers: { ...sent.headers, 'content-length': '2500' } }));
    expect(await store.stat(original)).toBeNull();
    let asked = 0;
    lying(service, (sent) => ((asked += 1) === 1 ? otherBytes(sent) : sent));
    expect(await store.read(original)).toHaveLength(5_000);
  });

  test('nothing is made of it, and the pictures that wait go on', async () => {
    const service = await anS3Service();
    const [one, other] = [await picture(40, 30).jpeg().toBuffer(), await picture(50, 30).jpeg().toBuffer()];
    const { services } = await openSite({
      env: service.env,
      files: { 'media/one.jpg': one, 'media/other.jpg': other },
    });
    const { db, media } = services;
    const hash = createHash('sha256').update(one).digest('hex').slice(0, 24);
    service.lie = (sent, url) => (url.includes(`originals/${hash}`) ? otherBytes(sent) : sent);
    await runMediaJobs({ db, store: media.store, clock: aClockAt('2030-01-01T00:00:00Z'), log: silentLog });
    // Tried again later, and told of when that fails, as a picture that cannot be read.
    expect(await db.read.selectFrom('media_jobs').select(['file', 'tries']).execute()).toEqual([
      { file: `${hash}.jpg`, tries: 1 },
    ]);
  });

  test('a page in the place of a list or of a confirmation', async () => {
    const { service, store } = await openOriginal();
    const { trouble } = await troubleBehind(service);
    expect(trouble).toMatch(/with a page \(text\/html\)/);
    await expect(store.put(original, Buffer.from('1'))).resolves.toBeUndefined();
    lying(service, lies['a page'] ?? otherBytes);
    await expect(store.put(original, Buffer.from('2'))).rejects.toThrow(/with a page \(text\/html\)/);
    await expect(store.stat(original)).rejects.toThrow(/with a page \(text\/html\)/);
  });
});

/** Problems on the status page while somebody between answers everything with a page. */
async function troubleBehind({ env }: S3Service): Promise<{ trouble: string | null | undefined }> {
  const page = () => Promise.resolve(new Response('<h1>', { headers: { 'content-type': 'text/html' } }));
  const { elsewhere } = openMediaPlaces(readConfig({ DATA_DIR: temporaryFolder(), ...env }), page);
  return { trouble: await elsewhere[0]?.findTrouble() };
}
