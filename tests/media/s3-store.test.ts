import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import type { MediaStore } from '#server/media/store/media-store.ts';
import { openMediaPlaces } from '#server/media/store/open-media-store.ts';
import { temporaryFolder } from '../helpers/databases.ts';
import { anS3Service } from '../helpers/s3-service.ts';
import type { S3Service } from '#scripts/tools/servers/open-s3.ts';

function openStore(service: S3Service, env: Record<string, string> = {}): MediaStore {
  return openMediaPlaces(readConfig({ DATA_DIR: temporaryFolder(), ...service.env, ...env })).store;
}

async function namesIn(store: MediaStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list()) names.push(name);
  return names;
}

const large = randomBytes(20_000_000);

describe('a store in S3', () => {
  test('gives back what was put, whatever its name and size', async () => {
    const service = await anS3Service();
    const store = openStore(service);
    const files: Record<string, Buffer> = {
      'media/a-1/640.webp': Buffer.from('webp'),
      "originals/包種茶 春+1 (a)!*'.jpg": Buffer.from('春'),
      'media/fonts/&<>"%41.woff2': Buffer.from('font'),
      'originals/nothing.mp3': Buffer.alloc(0),
    };
    for (const [name, data] of Object.entries(files)) await store.put(name, data);
    await store.putFile('originals/film.mp4', async (temporary) => writeFileSync(temporary, large));
    for (const [name, data] of Object.entries(files)) {
      expect(await store.read(name), name).toEqual(data);
      expect(await store.stat(name), name).toMatchObject({ name, bytes: data.length });
    }
    expect((await namesIn(store)).sort()).toEqual([...Object.keys(files), 'originals/film.mp4'].sort());

    const copy = path.join(temporaryFolder(), 'film.mp4');
    const sum = { bytes: large.length, sha256: createHash('sha256').update(large).digest('hex') };
    expect(await store.copyTo(copy, 'originals/film.mp4')).toEqual(sum);
    expect(readFileSync(copy).equals(large)).toBe(true);
    expect(await store.sum('originals/film.mp4')).toEqual(sum);
  });

  test('has null for what is not there, and removes what is, twice as well', async () => {
    const store = openStore(await anS3Service());
    await store.put('media/a-1/640.webp', Buffer.from('1'));
    await store.put('media/a-1/320.webp', Buffer.from('2'));
    await store.put('media/a-10/320.webp', Buffer.from('3'));
    for (const name of ['media/none.svg', 'media/a-1']) {
      expect(await store.stat(name)).toBeNull();
      expect(await store.read(name)).toBeNull();
      expect(await store.sum(name)).toBeNull();
      expect(await store.localFile(name)).toBeNull();
    }
    await store.removeFolder('media/a-1');
    expect(await namesIn(store)).toEqual(['media/a-10/320.webp']);
    await store.remove('media/a-10/320.webp');
    await store.remove('media/a-10/320.webp');
    expect(await namesIn(store)).toEqual([]);
  });

  test('says what a file is and that it may be kept for ever; of who may read it nothing', async () => {
    const service = await anS3Service();
    const store = openStore(service, {
      MEDIA_STORE: `s3://pictures/site/a?endpoint=${service.endpoint}&originals=private`,
    });
    await store.put('media/a.svg', Buffer.from('<svg/>'));
    await store.put('originals/a.jpg', Buffer.from('jpg'));
    const [served, original] = service.heard;
    expect(served).toMatchObject({
      line: 'PUT /pictures/site/a/media/a.svg',
      headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(original).toMatchObject({ line: 'PUT /private/site/a/originals/a.jpg' });
    expect(original?.headers['cache-control']).toBe('private');
    expect((await namesIn(store)).sort()).toEqual(['media/a.svg', 'originals/a.jpg']);
  });

  test('lists more than one answer holds', async () => {
    const service = await anS3Service();
    service.maxListed = 5;
    const store = openStore(service);
    const names = Array.from({ length: 12 }, (_, i) => `media/${i}.webp`);
    for (const name of names) await store.put(name, Buffer.from(name));
    expect((await namesIn(store)).sort()).toEqual(names.sort());
  });

  test('keeps a file for programs of this machine', async () => {
    const service = await anS3Service();
    const store = openStore(service);
    await store.put('originals/font.ttf', Buffer.from('font'));
    const file = await store.localFile('originals/font.ttf');
    const before = service.heard.length;
    expect(await store.localFile('originals/font.ttf')).toBe(file);
    expect(service.heard).toHaveLength(before);
    expect(readFileSync(file ?? '', 'utf8')).toBe('font');
  });
});

describe('a store that is away for a moment', () => {
  test.each(['slow-down', 'breaks-off'] as const)('%s: it is asked again', async (mishap) => {
    const service = await anS3Service();
    const store = openStore(service);
    await store.put('media/a.svg', Buffer.from('some bytes'));
    Object.assign(service, { mishap, mishaps: 2 });
    expect(await store.read('media/a.svg')).toEqual(Buffer.from('some bytes'));
    Object.assign(service, { mishap, mishaps: 2 });
    const copy = path.join(temporaryFolder(), 'a.svg');
    expect(await store.copyTo(copy, 'media/a.svg')).toMatchObject({ bytes: 10 });
    expect(readFileSync(copy, 'utf8')).toBe('some bytes');
  });
});

describe('what is wrong is said, with what would be right', () => {
  const wrong: [string, Record<string, string>, RegExp][] = [
    ['a wrong key', { AWS_ACCESS_KEY_ID: 'OTHER' }, /InvalidAccessKeyId.*correct AWS_ACCESS_KEY_ID/],
    [
      'a wrong secret',
      { AWS_SECRET_ACCESS_KEY: 'OTHER' },
      /SignatureDoesNotMatch.*correct AWS_SECRET_ACCESS_KEY/,
    ],
  ];
  test.each(wrong)('%s', async (_, env, message) => {
    const service = await anS3Service();
    const store = openStore(service, env);
    await expect(store.put('media/a.svg', Buffer.from('1'))).rejects.toThrow(message);
    await expect(store.read('media/a.svg')).rejects.toThrow(message);
    // It is not asked again: nothing would become of it.
    expect(service.heard).toHaveLength(2);
    await expect(store.stat('media/a.svg')).rejects.toThrow(/correct AWS_ACCESS_KEY_ID and/);
  });

  test('a bucket that does not exist', async () => {
    const service = await anS3Service();
    const store = openStore(service, { MEDIA_STORE: service.store('nowhere') });
    const message =
      /s3:\/\/nowhere\/ at http.* refuses with 404 \(NoSuchBucket.*make the bucket, or correct MEDIA_STORE/;
    await expect(store.put('media/a.svg', Buffer.from('1'))).rejects.toThrow(message);
    await expect(store.read('media/a.svg')).rejects.toThrow(message);
    await expect(namesIn(store)).rejects.toThrow(message);
  });

  test('an address where nobody listens', async () => {
    const service = await anS3Service();
    await service.leave();
    await expect(openStore(service).read('media/a.svg')).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/);
  });
});
