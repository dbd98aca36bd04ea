import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { maxFileBytes } from '#shared/editing/uploads.ts';
import { examineUpload } from '#server/content/media-files/examine-upload.ts';
import { aPdf } from '#tests/helpers/a-pdf.ts';
import { aDrawing } from '#tests/helpers/content.ts';
import { engines, temporaryFolder } from '#tests/helpers/databases.ts';
import { picture } from '#tests/helpers/picture-store.ts';
import { aPngHeader } from '#tests/helpers/pictures.ts';
import { aFilm, anMp4 } from '#tests/helpers/recordings.ts';
import { findWithoutFile, listIncoming, putFile, sendFiles } from '#tests/helpers/uploads.ts';
import { openLibrary, teaPicture as tea } from '#tests/helpers/media-library.ts';

describe.for(engines)('on %s', (engine) => {
  test('pictures that a form sends are in the library at the answer, with their names as labels', async () => {
    const { lin, sender, rows, services } = await openLibrary(engine);
    const photo = await tea();
    const sent = await sendFiles(sender, [
      { name: '春茶 上市.jpg', content: photo },
      { name: 'logo.txt', content: aDrawing },
    ]);
    expect(sent.status).toBe(303);
    expect(sent.headers['location']).toBe('/edit/media?uploaded=2');
    const stored = await rows();
    expect(stored).toMatchObject([
      { label: 'logo', content_type: 'image/svg+xml', width: 40, height: 30 },
      { label: '春茶 上市', content_type: 'image/jpeg', width: 60, height: 40, bytes: photo.length },
    ]);
    expect(stored[1]?.path).toMatch(/^media\/uploads\/\d{4}\/\d\d\/春茶-上市-[\da-f]{8}\.jpg$/);
    const page = await lin.get('/edit/media?uploaded=2');
    expect(page.text).toContain('春茶 上市');
    expect(page.text).toMatch(/<img src="\/media\/[\da-f]{24}-1\/60\.jpg"/);
    expect(listIncoming(services)).toEqual([]);
    expect(await findWithoutFile(services)).toEqual([]);
  });

  test('the same content is stored once, and the answer offers the file that is there', async () => {
    const { sender, rows } = await openLibrary(engine);
    const photo = await tea();
    const first = await putFile(sender, { name: '春.jpg', content: photo });
    expect(first.status).toBe(201);
    const second = await putFile(sender, { name: '夏.png', content: photo });
    expect(second.status).toBe(200);
    expect(second.body.media).toEqual({ ...first.body.media, isPresent: true });
    const [one, ...others] = await Promise.all(
      ['甲', '乙', '丙'].map((name) => putFile(sender, { name: `${name}.svg`, content: aDrawing })),
    );
    expect(others.map(({ body }) => body.media.bytes)).toEqual([
      one?.body.media.bytes,
      one?.body.media.bytes,
    ]);
    expect(await rows()).toHaveLength(2);
    const form = await sendFiles(sender, [{ name: '秋.jpg', content: photo }]);
    expect(form.status).toBe(200);
    expect(form.text).toContain('「秋.jpg」和圖庫裡的「春」內容相同');
  });

  test('a picture that was uploaded can be published at once', async () => {
    const { lin, sender, app } = await openLibrary(engine);
    const { body } = await putFile(sender, { name: '茶園.jpg', content: await tea() });
    const form = await lin.get('/edit/articles/spring');
    const text = `![茶園](${body.media.path})`;
    const published = await lin.send(form, { body: text }, { value: 'publish' });
    expect(published.status).toBe(303);
    const article = await request(app).get('/articles/spring').set('Accept', 'text/html');
    expect(article.text).toMatch(/<img src="\/media\/[\da-f]{24}-1\/60\.jpg"[^>]* alt="茶園"/);
  });
});

const refused: readonly (readonly [
  name: string,
  content: Buffer | string,
  status: number,
  problem: string,
])[] = [
  ['iphone.jpg', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 415, 'heic'],
  ['scan.png', Buffer.from('II*\0\x08\0\0\0', 'latin1'), 415, 'tiff'],
  ['tea.exe.jpg', 'MZ not a picture', 415, 'unknown'],
  ['page.svg', '<!doctype html><p>茶</p>', 415, 'unknown'],
  ['empty.jpg', '', 422, 'empty'],
  ['active.svg', aDrawing.replace('<rect', '<script>alert(1)</script><rect'), 422, 'drawing'],
  ['huge.png', aPngHeader(10_000, 5_001), 422, 'pixels'],
  ['broken.png', aPngHeader(10, 10), 422, 'damaged'],
  ['locked.pdf', aPdf({ trailer: '/Encrypt 5 0 R' }), 422, 'document'],
  ['film.mp4', Buffer.from('\0\0\0\x14ftypisom\0\0\0\0avc1', 'latin1'), 422, 'recording'],
];

test('a file that cannot be shown is refused in a sentence, by what it is and not by its name', async () => {
  const { sender, rows, services } = await openLibrary();
  for (const [name, content, status, problem] of refused) {
    const answer = await putFile(sender, { name, content });
    expect([name, answer.status, answer.body.problem]).toEqual([name, status, problem]);
    expect(answer.body.text).toMatch(/。$/);
  }
  const form = await sendFiles(sender, [
    { name: '好的.svg', content: aDrawing },
    { name: 'iphone.jpg', content: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1') },
  ]);
  expect(form.status).toBe(422);
  expect(form.text).toContain('「iphone.jpg」沒有存進圖庫：這是 iPhone 的 HEIC 照片');
  expect(form.text).toContain('檔案已經在圖庫裡了。');
  expect(await rows()).toMatchObject([{ label: '好的' }]);
  expect(listIncoming(services)).toEqual([]);
});

test('a picture that is called a film may not be as large as one', async () => {
  const file = path.join(temporaryFolder(), 'film.mp4');
  writeFileSync(file, aPngHeader(10, 10));
  truncateSync(file, maxFileBytes + 1);
  expect(await examineUpload(file)).toEqual({ problem: 'too-large' });
});

test('a photograph is served upright and without its notes, and its original to nobody', async () => {
  const { sender, services, app } = await openLibrary();
  const lying = await picture(60, 40)
    .withExif({ IFD0: { Model: 'Camera of Lin' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { body } = await putFile(sender, { name: 'a.jpg', content: lying });
  expect(body.media).toMatchObject({ width: 40, height: 60 });
  const thumbnail = await request(app).get(body.media.thumbnail);
  expect(thumbnail.status).toBe(200);
  expect(Buffer.from(thumbnail.body).includes('Exif')).toBe(false);
  const { file } = await services.db.read.selectFrom('media').select('file').executeTakeFirstOrThrow();
  expect((await request(app).get(`/media/${file}`)).status).toBe(404);
});

test('PDF, films and sounds are in the library too, and one that is both is no film', async () => {
  const { lin, sender, rows } = await openLibrary();
  const { body } = await putFile(sender, { name: '說明書.PDF', content: aPdf() });
  // Texts show none, and no link to one can be published.
  expect((await lin.get(encodeURI(`/edit/${body.media.path}`))).text).not.toContain('放進內文');
  await putFile(sender, { name: 'a.mov', content: aFilm() });
  await putFile(sender, { name: 'b.mp4', content: anMp4([{ handler: 'soun', codec: 'mp4a' }]) });
  expect((await rows()).map(({ content_type: type, label }) => [label, type])).toEqual([
    ['a', 'video/mp4'],
    ['b', 'audio/mp4'],
    ['說明書', 'application/pdf'],
  ]);
});

test('nobody but editors uploads, and nothing of what others send is stored', async () => {
  const { app, signIn, rows, services } = await openLibrary();
  const reader = await signIn('reader');
  const file = { name: 'a.svg', content: aDrawing };
  expect((await putFile({ app, cookie: '' }, file)).status).toBe(401);
  expect((await sendFiles({ app, cookie: '' }, [file])).headers['location']).toBe(
    '/login?next=%2Fedit%2Fmedia',
  );
  for (const answer of [
    await putFile({ app, cookie: reader.cookie }, file),
    await sendFiles({ app, cookie: reader.cookie }, [file]),
    await reader.get('/edit/media'),
  ])
    expect(answer.status).toBe(404);
  const elsewhere = await request(app)
    .put('/edit/media/_upload?name=a.svg')
    .set({ Cookie: reader.cookie, Origin: 'https://evil.example' })
    .send(aDrawing);
  expect(elsewhere.status).toBe(403);
  expect(await rows()).toEqual([]);
  expect(listIncoming(services)).toEqual([]);
});

test('an editor who is disabled while a file is on its way stores nothing', async () => {
  const { lin, sender, rows, services } = await openLibrary();
  const { uploadWork, db } = services;
  const examine = uploadWork.examine.bind(uploadWork);
  uploadWork.examine = async (file) => {
    await db.write.updateTable('accounts').set({ role: 'reader' }).where('id', '=', lin.accountId).execute();
    return examine(file);
  };
  const answer = await putFile(sender, { name: 'a.svg', content: aDrawing });
  expect(answer.status).toBe(403);
  expect(await rows()).toEqual([]);
  expect(listIncoming(services)).toEqual([]);
});

test('a file that is sent twice at once has its small copies made at once', async () => {
  const { sender, services } = await openLibrary();
  const { uploadWork, db } = services;
  const file = { name: 'a.svg', content: aDrawing };
  const examine = uploadWork.examine.bind(uploadWork);
  let isFirst = true;
  const statuses: number[] = [];
  uploadWork.examine = async (received) => {
    const examined = await examine(received);
    if (isFirst) {
      isFirst = false;
      // All of the second request comes within the first.
      statuses.push((await putFile(sender, file)).status);
    }
    return examined;
  };
  expect((await putFile(sender, file)).body.media.isPresent).toBe(true);
  expect(statuses).toEqual([201]);
  const jobs = await db.read.selectFrom('media_jobs').select('run_at').execute();
  expect(jobs).toEqual([{ run_at: '' }]);
});

test('a form without a file, and one with too many, is answered with a sentence', async () => {
  const { sender, rows } = await openLibrary();
  const none = await sendFiles(sender, []);
  expect(none.status).toBe(422);
  expect(none.text).toContain('請選一個檔案。');
  const many = Array.from({ length: 21 }, (_, n) => ({
    name: `${n}.svg`,
    content: `${aDrawing}<!-- ${n} -->`,
  }));
  const tooMany = await sendFiles(sender, many);
  expect(tooMany.status).toBe(422);
  expect(tooMany.text).toContain('每次最多 20 個');
  expect((await rows()).length).toBeLessThanOrEqual(20);
});
