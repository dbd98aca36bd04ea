import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { exportContent } from '#server/features/import-export/export-content.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { findDocumentProblem } from '#server/media/documents/examine-document.ts';
import { aPdf } from '../helpers/a-pdf.ts';
import { anArticle, anAuthor, aProduct, contentFolder, problemsOf, type Files } from '../helpers/content.ts';
import { engines, openTestDatabase, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { anS3Service } from '../helpers/s3-service.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';

const manual = aPdf({ text: '%'.repeat(500_000) });
const downloads = [
  { label: '使用說明書', file: 'media/products/說明.pdf' },
  { label: '規格/表：一', file: 'media/products/sheet.pdf' },
];
const files: Files = {
  'products/pot.md': aProduct({ downloads }),
  'media/products/說明.pdf': manual,
  'media/products/sheet.pdf': aPdf(),
};

async function linksOf({ app }: TestSite): Promise<{ label: string; href: string; bytes: number }[]> {
  const { body } = await request(app).get('/product/info/pot/_payload.json').expect(200);
  return body.data['product-info-product_id'].downloads;
}

test.for(engines)('a product offers its files with their sizes on %s', async (engine) => {
  const site = await openSite({ engine, files });
  const links = await linksOf(site);
  expect(links.map(({ label, bytes }) => [label, bytes])).toEqual([
    ['使用說明書', manual.length],
    ['規格/表：一', aPdf().length],
  ]);
  const { text } = await request(site.app).get('/product/info/pot').expect(200);
  expect(text).toMatch(/<a href="\/media\/[\da-f]{24}\.pdf\?name=[^"]+" download=""/);
  expect(text).toContain(' PDF，501 KB');

  // A document that is gone is not offered, and the page knows at once.
  await site.services.db.write
    .deleteFrom('media')
    .where('path', '=', downloads[1]?.file ?? '')
    .execute();
  await newsHasCome(site.services);
  expect((await linksOf(site)).map(({ label }) => label)).toEqual(['使用說明書']);
});

/** In a folder, and in a store elsewhere. */
const stores = [
  ['the folder', async () => ({})],
  ['S3', async () => (await anS3Service()).env],
] as const;

describe.for(stores)('from %s', ([, envOf]) => {
  test('a document is a download under the site’s policy, in parts too', async () => {
    const site = await openSite({ files, env: await envOf() });
    const { app } = site;
    const [{ href } = { href: '' }, other] = await linksOf(site);
    const whole = await request(app).get(href).buffer().expect(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="?????.pdf"; filename*=UTF-8''${encodeURIComponent('使用說明書')}.pdf`,
      'x-content-type-options': 'nosniff',
      'content-length': String(manual.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(whole.headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox/);
    expect(whole.body).toEqual(manual);
    const head = await request(app).head(href).expect(200);
    expect(head.headers['content-disposition']).toBe(whole.headers['content-disposition']);
    expect(head.headers['content-length']).toBe(String(manual.length));
    const part = await request(app).get(href).set('Range', 'bytes=10-19').buffer().expect(206);
    expect(part.headers['content-range']).toBe(`bytes 10-19/${manual.length}`);
    expect(part.headers['content-disposition']).toBe(whole.headers['content-disposition']);
    expect(part.body).toEqual(manual.subarray(10, 20));
    const named = await request(app)
      .get(other?.href ?? '')
      .expect(200);
    expect(named.headers['content-disposition']).toContain(encodeURIComponent('規格 表：一.pdf'));
  });

  test('no name in an address makes a document anything but a download', async () => {
    const site = await openSite({ files, env: await envOf() });
    const [{ href } = { href: '' }] = await linksOf(site);
    const file = href.split('?', 1)[0] ?? '';
    const names = [
      'a.html',
      '../../etc',
      '"; inline',
      '\r\nX: y',
      '\u202Efdp.exe',
      '😀'.repeat(80),
      '',
      '\0',
    ];
    for (const query of [
      ...names.map((name) => `name=${encodeURIComponent(name)}`),
      'name=%',
      'name[]=a',
      '',
    ]) {
      const { headers } = await request(site.app).get(`${file}?${query}`).expect(200);
      expect(headers['content-disposition'], query).toMatch(
        /^attachment; filename=(?:"[^"\\/]*\.pdf"|[\w.%-]*\.pdf)(?:$|; filename\*=UTF-8'')/,
      );
      expect(headers['content-type']).toBe('application/pdf');
      expect(headers['x']).toBeUndefined();
    }
    await request(site.app).get('/media/0123456789abcdef01234567.pdf?name=a').expect(404);
  });
});

test('documents are exported as they were given, and go when nothing names them', async () => {
  const db = await openTestDatabase('sqlite');
  const dataDir = temporaryFolder();
  const store = folderStore(dataDir);
  const work = (time: string) => runMediaJobs({ db, store, clock: aClockAt(time), log: silentLog });
  await importContent(contentFolder(files), db, store);
  await work('2030-01-01T00:00:00Z');
  const dir = path.join(temporaryFolder(), 'export');
  await exportContent(dir, db, store);
  expect(readFileSync(path.join(dir, 'media/products/說明.pdf'))).toEqual(manual);
  expect((await importContent(dir, db, store)).unchanged).toMatchObject({ media: 2, products: 1 });
  await importContent(contentFolder({ 'products/pot.md': aProduct() }), db, store, { prune: true });
  await work('2040-01-01T00:00:00Z');
  expect(readdirSync(path.join(dataDir, 'media'))).toEqual([]);
});

describe('is refused with the way out:', () => {
  const wrong: [what: string, data: Buffer, message: string][] = [
    ['a page', Buffer.from('<html>%PDF-1.7 %%EOF'), 'the file is not PDF inside; save it as PDF again'],
    ['half of one', manual.subarray(0, 400_000), 'the PDF breaks off before its end; save or copy it again'],
    [
      'one with a password',
      aPdf({ trailer: '/Encrypt 5 0 R' }),
      'the PDF is encrypted; save it without a password',
    ],
    [
      'one too large',
      Buffer.alloc(30 * 1024 * 1024 + 1),
      'the file has 31457281 bytes; use at most 31457280',
    ],
  ];
  test.for(wrong)('%s', async ([, data, message]) => {
    const problems = await problemsOf({ 'media/a.pdf': data });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`media/a.pdf:1: ${message}`);
  });

  test('a document where a picture is to be, and the other way round', async () => {
    const problems = await problemsOf({
      'authors/lin.md': anAuthor(),
      'articles/spring.md': anArticle({ cover: 'media/a.pdf' }, '![圖](media/a.pdf)'),
      'products/pot.md': aProduct({
        downloads: [{ label: '圖', file: 'media/a.svg' }, { file: 'media/a.pdf' }],
      }),
      'media/a.pdf': aPdf(),
    });
    expect(problems.map((problem) => problem.split(';')[0])).toEqual([
      'articles/spring.md:5: cover is "media/a.pdf"',
      expect.stringContaining('articles/spring.md:8:'),
      'products/pot.md:6: downloads.0.file is "media/a.svg"',
      'products/pot.md:6: downloads.1.label is missing',
    ]);
    expect(problems[2]).toContain('a PDF of the media folder, such as media/products/manual.pdf');
    const missing = { 'products/pot.md': aProduct({ downloads: [{ label: '書', file: 'media/b.pdf' }] }) };
    expect(await problemsOf(missing)).toEqual([
      'products/pot.md:6: downloads names media/b.pdf, which does not exist; add media/b.pdf, or name one that exists',
    ]);
  });
});

test('encryption is found however it is written, and not where it is only spoken of', () => {
  const isEncrypted = (trailer: string) =>
    findDocumentProblem(aPdf({ trailer }))?.[0] === 'the PDF is encrypted';
  for (const trailer of [
    '/Encrypt 5 0 R',
    '/Encrypt<</Filter/Standard>>',
    '/#45ncr#79pt\0\r\n12\n0 R',
    '/Encrypt %it is\n% indeed\n5 0 R',
  ])
    expect(isEncrypted(trailer), trailer).toBe(true);
  for (const trailer of ['', '/EncryptMetadata true', '/EncryptX 5 0 R', '/Title(/Encrypt)'])
    expect(isEncrypted(trailer), trailer).toBe(false);
});
