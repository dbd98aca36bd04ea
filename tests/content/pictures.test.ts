import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createClock, isoAt, type Clock } from '#server/clock.ts';
import { hourMs } from '#server/durations.ts';
import { exportContent } from '#server/features/content/export-content.ts';
import { importContent } from '#server/features/content/import-content.ts';
import { leaseMediaJob } from '#server/media/media-jobs.ts';
import { runMediaJobs } from '#server/media/run-media-jobs.ts';
import {
  aDrawing,
  anArticle,
  anAuthor,
  aProduct,
  contentFolder,
  filesIn,
  problemsOf,
  type Files,
} from '../helpers/content.ts';
import {
  engines,
  openTestDatabase,
  silentLog,
  temporaryFolder,
  type EngineName,
} from '../helpers/databases.ts';
import { aPhotograph, aPngHeader } from '../helpers/pictures.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';

function picture(width: number, height: number, background = '#3a7'): Sharp {
  return sharp({ create: { width, height, channels: 4, background } });
}

async function openStore(engine: EngineName = 'sqlite') {
  const db = await openTestDatabase(engine);
  const dataDir = temporaryFolder();
  return {
    db,
    dataDir,
    import: (files: Files, options = {}) => importContent(contentFolder(files), db, dataDir, options),
    work: (clock: Clock = aClockAt('2030-01-01T00:00:00Z')) =>
      runMediaJobs({ db, dataDir, clock, log: silentLog }),
    served: () => Object.keys(filesIn(path.join(dataDir, 'media'))),
    row: () => db.read.selectFrom('media').selectAll().executeTakeFirstOrThrow(),
    jobs: () => db.read.selectFrom('media_jobs').selectAll().execute(),
    read: (name: string) => readFileSync(path.join(dataDir, 'media', name)),
  };
}

const kinds: [what: string, name: string, data: () => Promise<Buffer>, served: string[]][] = [
  [
    'a large photograph',
    'a.jpg',
    () => picture(2400, 1200).jpeg().toBuffer(),
    [320, 640, 960, 1280, 1920].flatMap((width) => [`${width}.jpg 3x8`, `${width}.webp 3x8`]),
  ],
  [
    'a small one, never larger than it is',
    'a.jpg',
    () => picture(500, 400).jpeg().toBuffer(),
    ['320.jpg 3x8', '320.webp 3x8', '500.jpg 3x8', '500.webp 3x8'],
  ],
  [
    'one with transparency',
    'a.png',
    () => picture(200, 100, '#3a78').png().toBuffer(),
    ['200.png 4x8', '200.webp 4x8'],
  ],
  [
    'one with an alpha channel that hides nothing',
    'a.png',
    () => picture(200, 100).png().toBuffer(),
    ['200.jpg 3x8', '200.webp 3x8'],
  ],
  [
    'one of a printer',
    'a.jpg',
    () => picture(200, 100).toColourspace('cmyk').jpeg().toBuffer(),
    ['200.jpg 3x8', '200.webp 3x8'],
  ],
  [
    'one with 16 bits a channel',
    'a.png',
    () => picture(200, 100).toColourspace('rgb16').png().toBuffer(),
    ['200.jpg 3x8', '200.webp 3x8'],
  ],
  ['a modern one', 'a.avif', () => picture(200, 100).avif().toBuffer(), ['200.jpg 3x8', '200.webp 3x8']],
  ['a still GIF', 'a.gif', () => picture(200, 100).gif().toBuffer(), ['200.jpg 3x8', '200.webp 3x8']],
];

test.for(kinds)('of %s import makes WebP and a fallback at every width', async ([, name, data, expected]) => {
  const store = await openStore();
  await store.import({ [`media/${name}`]: await data() });
  const found = await Promise.all(
    store.served().map(async (file) => {
      const { channels, space, exif, icc, orientation } = await sharp(store.read(file)).metadata();
      expect.soft({ space, exif, icc, orientation }, file).toEqual({ space: 'srgb' });
      return `${path.basename(file)} ${channels}x8`;
    }),
  );
  expect(found.sort()).toEqual(expected.toSorted());
  const { served, blur } = await store.row();
  expect(store.served()).toContain(served);
  expect(blur !== null).toBe(!expected.join().includes('png'));
});

test('colours outside of sRGB are brought into it', async () => {
  const store = await openStore();
  // The profile says that this is a green that sRGB cannot show.
  const data = await picture(64, 64, '#00ff00').withIccProfile('p3', { attach: true }).png().toBuffer();
  await store.import({ 'media/a.png': data });
  const { data: pixels } = await sharp(store.read((await store.row()).served))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(pixels[0]).toBeLessThan(30);
  expect(pixels[1]).toBeGreaterThan(240);
});

test('an animation stays one, in one file; a drawing stays as it is', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((colour) => picture(60, 40, colour).png().toBuffer()),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer();
  const store = await openStore();
  await store.import({ 'media/a.gif': gif });
  const [moving = ''] = store.served();
  expect(store.served()).toHaveLength(1);
  expect(await sharp(store.read(moving)).metadata()).toMatchObject({ format: 'webp', pages: 3, width: 60 });
  expect(await store.row()).toMatchObject({ served: moving, width: 60, height: 40 });

  await store.import({ 'media/a.svg': aDrawing });
  expect(store.served().filter((name) => name.endsWith('.svg'))).toHaveLength(1);
});

describe('a telephone’s photograph', async () => {
  const photograph = await aPhotograph();

  test('is shown upright and without the place where it was taken, in at most 60 kB on a card', async () => {
    const { exif } = await sharp(photograph).metadata();
    expect(exif?.includes('Qingye')).toBe(true);
    const store = await openStore();
    await store.import({ 'media/a.jpg': photograph });
    await store.work();
    expect(await store.row()).toMatchObject({ width: 3000, height: 4000 });
    for (const name of store.served()) {
      const file = store.read(name);
      const { exif, width, height } = await sharp(file).metadata();
      expect.soft(exif, name).toBeUndefined();
      expect.soft(file.includes('Qingye'), name).toBe(false);
      if (name.endsWith('card.jpg')) expect.soft([width, height], name).toEqual([1200, 630]);
      else expect.soft(Math.round((width / height) * 100), name).toBe(75);
      if (/\/(?:320|640|960)\.(?:avif|webp)$/.test(name)) expect.soft(file.length, name).toBeLessThan(60_000);
    }
    const small = store.served().find((name) => name.endsWith('/320.avif')) ?? '';
    const [red = 0, green = 0] = await sharp(store.read(small))
      .extract({ left: 5, top: 5, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(red).toBeGreaterThan(150);
    expect(green).toBeLessThan(60);
  });

  test('comes out of an export as it went in', async () => {
    const store = await openStore();
    await store.import({ 'media/a.jpg': photograph });
    const dir = path.join(temporaryFolder(), 'export');
    await exportContent(dir, store.db, store.dataDir);
    expect(readFileSync(path.join(dir, 'media/a.jpg')).equals(photograph)).toBe(true);
    const again = await openStore();
    await importContent(dir, again.db, again.dataDir);
    expect(await again.row()).toEqual(await store.row());
  });
});

describe('is refused with its line:', () => {
  const right = 'save it as jpg again';
  test.for<[what: string, name: string, data: () => Promise<Buffer>, problem: string]>([
    [
      'one that breaks off',
      'a.jpg',
      async () => (await picture(800, 800).jpeg().toBuffer()).subarray(0, 3000),
      `the picture breaks off or is damaged; ${right}`,
    ],
    [
      'one that is damaged inside',
      'a.png',
      async () => (await picture(800, 800).png({ compressionLevel: 0 }).toBuffer()).fill(7, 5000, 9000),
      'the picture breaks off or is damaged; save it as png again',
    ],
    [
      'one that is huge when it is decoded',
      'a.png',
      async () => aPngHeader(20_000, 20_000),
      'the picture has 20000 × 20000 pixels; use at most 50000000 pixels',
    ],
    [
      'one whose size is beyond all measure',
      'a.png',
      async () => aPngHeader(2_000_000_000, 2_000_000_000),
      'the file is not a picture that can be read; save it as png again',
    ],
    [
      'one that is too narrow for its height',
      'a.png',
      () => picture(100, 17_000).png().toBuffer(),
      'the picture is 17000 pixels high and only 100 wide; cut it into several pictures',
    ],
    [
      'text',
      'a.jpg',
      async () => Buffer.from('我不是圖'),
      `the file is not a picture that can be read; ${right}`,
    ],
  ])('%s', async ([, name, data, problem]) => {
    expect(await problemsOf({ [`media/${name}`]: await data() })).toEqual([`media/${name}:1: ${problem}`]);
  });

  test('and then nothing is changed', async () => {
    const store = await openStore();
    await store.import({ 'media/a.jpg': await picture(400, 300).jpeg().toBuffer() });
    const before = [await store.row(), filesIn(store.dataDir)];
    const files = { 'media/a.jpg': await picture(300, 300).jpeg().toBuffer(), 'media/b.jpg': '不是圖' };
    await expect(store.import(files)).rejects.toThrow('media/b.jpg:1');
    expect([await store.row(), filesIn(store.dataDir)]).toEqual(before);
  });
});

describe.for(engines)('what takes long on %s', (engine) => {
  test('is made later, by one process for each picture', async () => {
    const store = await openStore(engine);
    await store.import({
      'media/a.jpg': await picture(400, 300).jpeg().toBuffer(),
      'media/b.jpg': await picture(700, 400).jpeg().toBuffer(),
      'media/c.svg': aDrawing,
    });
    expect(store.served().filter((name) => /avif|card/.test(name))).toEqual([]);
    await Promise.all([store.work(), store.work()]);
    const late = store.served().filter((name) => /avif|card/.test(name));
    // The first picture is too small for a card.
    expect(late.map((name) => path.basename(name)).sort()).toEqual([
      '320.avif',
      '320.avif',
      '400.avif',
      '640.avif',
      '700.avif',
      'card.jpg',
      'card.jpg',
    ]);
    expect(await store.jobs()).toEqual([]);
    const unfinished = await store.db.read
      .selectFrom('media')
      .select('path')
      .whereRef('finished_of', '=', 'served')
      .execute();
    expect(unfinished).toHaveLength(3);
  });

  test('is made by another process when the first one died, after a while', async () => {
    const store = await openStore(engine);
    await store.import({ 'media/a.jpg': await picture(400, 300).jpeg().toBuffer() });
    const clock = aClockAt('2030-01-01T00:00:00Z');
    expect(await leaseMediaJob(store.db, clock.now())).not.toBeNull();
    await store.work(clock);
    expect((await store.row()).finished_of).toBeNull();
    clock.set('2030-01-01T00:11:00Z');
    await store.work(clock);
    expect((await store.row()).finished_of).toBe((await store.row()).served);
  });

  test('is left for the next process when this one must stop', async () => {
    const store = await openStore(engine);
    await store.import({ 'media/a.jpg': await picture(400, 300).jpeg().toBuffer() });
    const stopping = new AbortController();
    const clock = aClockAt('2030-01-01T00:00:00Z');
    // The word comes while the job is being taken.
    const stoppingClock = createClock(() => {
      stopping.abort();
      return clock.now();
    });
    const { db, dataDir } = store;
    await runMediaJobs({ db, dataDir, clock: stoppingClock, log: silentLog, signal: stopping.signal });
    // Nothing is held any longer: it was given back, or was finished at that very moment.
    expect((await store.jobs()).filter((job) => job.run_at !== '')).toEqual([]);
    await store.work(clock);
    expect(await store.jobs()).toEqual([]);
  });

  test('is tried three times when it fails, and holds nothing else up', async () => {
    const store = await openStore(engine);
    await store.import({
      'media/a.jpg': await picture(400, 300).jpeg().toBuffer(),
      'media/b.jpg': await picture(200, 300).jpeg().toBuffer(),
    });
    const { file } = await store.row();
    rmSync(path.join(store.dataDir, 'originals', file));
    const clock = aClockAt('2030-01-01T00:00:00Z');
    for (const tries of [[1], [2], []]) {
      await store.work(clock);
      expect((await store.jobs()).map((job) => job.tries)).toEqual(tries);
      clock.set(isoAt(clock.now() + 3 * hourMs));
    }
    const rows = await store.db.read.selectFrom('media').select('finished_of').orderBy('path').execute();
    expect(rows.map((row) => row.finished_of === null)).toEqual([true, false]);
  });

  test('is made anew when the picture is replaced, and what was made of the old one goes after a day', async () => {
    const store = await openStore(engine);
    await store.import({ 'media/a.jpg': await picture(400, 300).jpeg().toBuffer() });
    const soon = aClockAt(isoAt(Date.now()));
    await store.work(soon);
    const old = await store.row();
    await store.import({ 'media/a.jpg': await picture(300, 300).jpeg().toBuffer() });
    expect((await store.row()).finished_of).not.toBe((await store.row()).served);
    await store.work(soon);
    expect((await store.row()).finished_of).toBe((await store.row()).served);
    // Pages that are open, and other sites, still ask for it.
    expect(store.served()).toContain(old.served);
    const tomorrow = aClockAt(isoAt(Date.now() + 25 * hourMs));
    await store.work(tomorrow);
    expect(store.served()).not.toContain(old.served);
    expect(readdirSync(path.join(store.dataDir, 'originals'))).toEqual([(await store.row()).file]);
    expect(await store.jobs()).toEqual([]);
  });

  test('goes when the picture goes, but not when it comes back before', async () => {
    const store = await openStore(engine);
    const files = { 'media/a.jpg': await picture(400, 300).jpeg().toBuffer(), 'media/b.svg': aDrawing };
    const tomorrow = aClockAt(isoAt(Date.now() + 25 * hourMs));
    await store.import(files);
    await store.work(tomorrow);
    const all = filesIn(store.dataDir);
    await store.import({ 'authors/lin.md': anAuthor() }, { prune: true });
    await store.import(files);
    await store.work(tomorrow);
    expect(filesIn(store.dataDir)).toEqual(all);
    await store.import({ 'authors/lin.md': anAuthor() }, { prune: true });
    await store.work(tomorrow);
    expect(filesIn(store.dataDir)).toEqual({});
  });
});

describe('a page', async () => {
  const photo = await picture(2000, 1500).jpeg().toBuffer();
  const files: Files = {
    'authors/lin.md': anAuthor({ avatar: 'media/lin.jpg' }),
    'articles/spring.md': anArticle(
      { cover: 'media/tea.jpg', coverAlt: '一杯 "茶"', products: ['pot'] },
      '![山 "霧"](media/tea.jpg "題")',
    ),
    'products/pot.md': aProduct({ name: '</script>壺', images: [{ src: 'media/tea.jpg', alt: '壺' }] }),
    'products/cup.md': aProduct({ price: undefined, images: [{ src: 'media/cup.svg', alt: '杯' }] }).replace(
      /^price:.*\n/m,
      '',
    ),
    'media/tea.jpg': photo,
    'media/lin.jpg': await picture(400, 400).jpeg().toBuffer(),
    'media/cup.svg': aDrawing,
  };
  const work = ({ services: { db, config } }: TestSite) =>
    runMediaJobs({ db, dataDir: config.dataDir, clock: aClockAt('2030-01-01T00:00:00Z'), log: silentLog });

  test('offers AVIF only once it is there, and every file that it names is answered with its type', async () => {
    const site = await openSite({ files });
    const markup = async () =>
      (
        await Promise.all(
          ['/', '/articles', '/articles/spring', '/product/info/pot', '/author/lin'].map(
            async (address) => (await request(site.app).get(address).expect(200)).text,
          ),
        )
      ).join('\n');
    const before = await markup();
    expect(before).toContain('image/webp');
    expect(before).not.toContain('image/avif');
    await work(site);
    const after = await markup();
    const sources = [...after.matchAll(/<source type="(image\/\w+)" srcset="([^"]+)"/gi)];
    expect(new Set(sources.map(([, type]) => type))).toEqual(new Set(['image/avif', 'image/webp']));
    const typed = sources.flatMap(([, type = '', set = '']) =>
      addressesIn(set).map((address) => [address, type]),
    );
    const plain = [...after.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, src = '']) => [src, '']);
    const named = new Map([...plain, ...typed].map(([address = '', type = '']) => [address, type]));
    for (const [address, type] of named) {
      if (address.startsWith('data:')) continue;
      const response = await request(site.app).get(address);
      expect.soft(response.status, address).toBe(200);
      expect.soft(response.headers['content-type'], address).toContain(type || 'image/');
      expect.soft(response.headers['cache-control'], address).toContain('immutable');
    }
  });

  test('never names an original, which is not served', async () => {
    const site = await openSite({ files });
    for (const { file } of await site.services.db.read.selectFrom('media').select('file').execute()) {
      if (file.endsWith('.svg')) continue;
      await request(site.app).get(`/media/${file}`).expect(404);
      await request(site.app).get(`/media/../originals/${file}`).expect(404);
    }
  });

  test.for(['/', '/shop/'])('shows a body’s pictures in the same way below %s, as links', async (base) => {
    const { app } = await openSite({ files, env: { BASE_PATH: base } });
    const { body } = await request(app).get(`${base}articles/spring/_payload.json`);
    const html: string = body.data['articles-id'].bodyHtml;
    expect(html).toMatch(
      new RegExp(
        `^<figure><a href="${base}media/[^"]+/1920.jpg" class="enlarge" title="放大圖片" data-reload=""><picture>`,
      ),
    );
    expect(html).toMatch(
      /<source type="image\/webp" srcset="[^"]+ 320w,[^"]+ 1280w" sizes="[^"]+"><img src="[^"]+\.jpg" srcset="[^"]+" sizes="[^"]+" alt="山 &quot;霧&quot;" width="2000" height="1500" loading="lazy" decoding="async"><\/picture><\/a><figcaption>題/,
    );
  });

  test('loads the first row at once, and the rest when it comes near', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [
        `products/p${i}.md`,
        aProduct({ images: [{ src: 'media/tea.jpg', alt: `茶${i}` }] }),
      ]),
    );
    const { app } = await openSite({ files: { ...many, 'media/tea.jpg': photo } });
    const { text } = await request(app).get('/');
    const images = [...text.matchAll(/<img[^>]*>/g)].map(([tag]) => tag);
    expect(images.map((tag) => [/loading="eager"/.test(tag), /fetchpriority="high"/i.test(tag)])).toEqual(
      images.map((_, i) => [i < 4, i < 4]),
    );
    for (const tag of images) expect.soft(tag).toMatch(/width="2000" height="1500"/);
    expect(text).not.toContain('style=');
  });

  test('tells other sites what to show, with absolute addresses or none', async () => {
    const site = await openSite({ files, env: { PUBLIC_URL: 'https://tea.example', BASE_PATH: '/shop/' } });
    const meta = async (address: string) => {
      const { text } = await request(site.app).get(`/shop${address}`).expect(200);
      return Object.fromEntries(
        [...text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map((match) =>
          match.slice(1),
        ),
      );
    };
    expect((await meta('/product/info/cup'))['og:image']).toBeUndefined();
    expect((await meta('/product/info/pot'))['og:image']).toMatch(
      /^https:\/\/tea\.example\/shop\/media\/.+\/640\.jpg$/,
    );
    await work(site);
    const article = await meta('/articles/spring');
    expect(article).toMatchObject({
      'og:type': 'article',
      'og:url': 'https://tea.example/shop/articles/spring',
      'og:image': expect.stringMatching(/^https:\/\/tea\.example\/shop\/media\/.+\/card\.jpg$/),
      'og:image:width': '1200',
      'og:image:height': '630',
      'article:published_time': '2026-01-02T00:00:00.000Z',
      'twitter:card': 'summary_large_image',
    });
    const card = await request(site.app)
      .get(new URL(article['og:image'] ?? '').pathname)
      .expect(200);
    expect(await sharp(card.body).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect((await meta('/product/info/cup'))['og:image']).toMatch(/card\.jpg$/);

    const unknown = await openSite({ files });
    const { text } = await request(unknown.app).get('/articles/spring').set('Host', 'evil.example');
    expect(text).not.toMatch(/og:image|og:url|evil\.example/);
  });

  test('tells search engines what it is about', async () => {
    const { app } = await openSite({ files, env: { PUBLIC_URL: 'https://tea.example' } });
    const data = async (address: string) => {
      const { text } = await request(app).get(address).expect(200);
      const json = /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/.exec(text)?.[1];
      return json === undefined ? null : JSON.parse(json)['@graph'];
    };
    expect(await data('/articles/spring')).toMatchObject([
      {
        '@type': 'Article',
        headline: '春茶日記',
        datePublished: '2026-01-02T08:00:00+08:00',
        author: { name: '林知遠', url: 'https://tea.example/author/lin' },
        mainEntityOfPage: 'https://tea.example/articles/spring',
      },
      { '@type': 'BreadcrumbList', itemListElement: [{ name: '文章' }, { name: '春茶日記' }] },
    ]);
    expect(await data('/product/info/pot')).toMatchObject([
      {
        '@type': 'Product',
        name: '</script>壺',
        offers: { price: 680, priceCurrency: 'TWD', availability: 'https://schema.org/InStock' },
      },
      { '@type': 'BreadcrumbList', itemListElement: [{ position: 1 }, { name: '茶葉' }, { position: 3 }] },
    ]);
    expect((await data('/product/info/cup'))[0]).toMatchObject({ '@type': 'ItemPage' });
    expect(await data('/articles')).toBeNull();
    expect(await data('/articles/none').catch(() => null)).toBeNull();
  });
});

function addressesIn(set: string): string[] {
  return set.split(',').map((candidate) => candidate.split(' ')[0] ?? '');
}
