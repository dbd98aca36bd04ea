import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { removeMedia } from '#server/features/editing/media/change-media.ts';
import { listMedia, mediaOnPage } from '#server/features/editing/media/list-media.ts';
import { sweepIncoming } from '#server/features/editing/media/sweep-incoming.ts';
import { get, post } from '#tests/helpers/accounts.ts';
import { sendAutosave } from '#tests/helpers/autosave.ts';
import { aDrawing, anArticle, anAuthor, aProduct } from '#tests/helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder } from '#tests/helpers/databases.ts';
import { openEditSite } from '#tests/helpers/editing.ts';
import { picture } from '#tests/helpers/picture-store.ts';
import { findWithoutFile, listIncoming, putFile, sendFiles } from '#tests/helpers/uploads.ts';

const text = '內文。\n\n![茶](media/tea.svg)';
const files = {
  'media/tea.svg': aDrawing,
  'media/brand/標誌.svg': aDrawing.replace('86ad7f', '000'),
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記' }, text),
  'products/pot.md': aProduct({ name: '壺', images: [{ src: 'media/tea.svg', alt: '壺' }] }),
  'site.yaml': 'name: 測試誌\nlogo: media/brand/標誌.svg\n',
};

async function openLibrary(engine: (typeof engines)[number]) {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn();
  return { ...site, lin, sender: { app: site.app, cookie: lin.cookie } };
}

describe.for(engines)('on %s', (engine) => {
  test('the library is paged newest first, and searched by names and paths', async () => {
    const db = await openTestDatabase(engine);
    const count = mediaOnPage * 2 + 5;
    const rows = Array.from({ length: count }, (_, n) => ({
      path: `media/uploads/2026/11/file-${String(n).padStart(3, '0')}.jpg`,
      file: `${n}.jpg`,
      content_type: n % 5 === 0 ? 'application/pdf' : 'image/jpeg',
      ...{ bytes: 1, width: 1, height: 1, served: `${n}-1/1.jpg`, blur: null },
      label: n === 7 ? '春茶 100% Tea' : '',
      // Several of one moment, and some from before the library.
      added_at: n < 3 ? '' : `2026-11-0${1 + Math.floor(n / 50)}T00:00:00.000Z`,
    }));
    await db.write.insertInto('media').values(rows).execute();
    const all = { search: '', type: '' };
    const paths: string[] = [];
    for (let after: string | null = null, page = 0; page < 9; page += 1) {
      const { media, next } = await listMedia(db.read, { ...all, after });
      paths.push(...media.map((row) => row.path));
      if (next === null) break;
      after = next;
    }
    const newest = rows.toSorted((a, b) => (`${a.added_at} ${a.path}` < `${b.added_at} ${b.path}` ? 1 : -1));
    expect(paths).toEqual(newest.map((row) => row.path));
    const found = async (search: string) =>
      (await listMedia(db.read, { ...all, search, after: null })).media.map((row) => row.path.slice(-7, -4));
    expect(await found('tea 春茶')).toEqual(['007']);
    expect(await found('100%')).toEqual(['007']);
    expect(await found('FILE-12')).toEqual(['124', '123', '122', '121', '120']);
    expect(await found('春茶 冬')).toEqual([]);
    const documents = await listMedia(db.read, { search: '', type: 'application/', after: null });
    expect(documents.media).toHaveLength(25);
  });

  test('a file shows where it is used, and is not deleted before it is used nowhere', async () => {
    const { app, lin, services } = await openLibrary(engine);
    const path = '/edit/media/tea.svg';
    const remove = () => post(app, path, { do: 'remove' }, lin.cookie);
    await lin.send(await lin.get('/edit/articles/spring'), { body: '沒有圖。' }, { value: 'publish' });
    expect(wordsOf(await lin.get(path))).toMatch(
      /訪客看得到的內容 壺 商品 最近 90 天的舊版本與回收桶 春茶日記 文章/,
    );
    expect((await remove()).status).toBe(409);

    await lin.send(await lin.get('/edit/products/pot'), withoutImage, { value: 'publish' });
    await lin.send(await lin.get('/edit/articles/spring'), { body: `![茶](${encodeURI('media/tea.svg')})` });
    expect(wordsOf(await lin.get(path))).toMatch(
      /草稿與排程中的更新 春茶日記 文章 最近 90 天的舊版本與回收桶 壺 商品/,
    );
    expect((await remove()).status).toBe(409);

    await lin.send(await lin.get('/edit/articles/spring'), { body: '還是沒有圖。' });
    const page = await lin.get(path);
    expect(wordsOf(page)).toContain('只有舊版本或回收桶裡的內容用到它');
    const removed = await lin.send(page, {}, { value: 'remove' });
    expect(removed.headers['location']).toBe('/edit/media?done=removed');
    expect((await lin.get(path)).status).toBe(404);
    const events = await services.db.read.selectFrom('content_events').select(['event', 'id']).execute();
    expect(events).toContainEqual({ event: 'remove-media', id: 'media/tea.svg' });
  });

  test('a draft in the trash is named, and keeps no file', async () => {
    const { app, lin, sender } = await openLibrary(engine);
    const { body } = await putFile(sender, { name: '新.svg', content: aDrawing.replace('86', '44') });
    const path = encodeURI(`/edit/${body.media.path}`);
    await lin.send(await lin.get('/edit/articles/spring'), { body: `![新](${body.media.path})` });
    const remove = () => post(app, path, { do: 'remove' }, lin.cookie);
    expect((await remove()).status).toBe(409);
    const asking = await lin.get('/edit/articles/spring/remove');
    const removed = await lin.send(asking, {}, { value: 'remove' });
    expect(removed.status).toBe(303);
    expect(wordsOf(await lin.get(path))).toMatch(/最近 90 天的舊版本與回收桶 春茶日記 文章，在回收桶裡/);
    expect((await remove()).headers['location']).toBe('/edit/media?done=removed');
  });

  test('a draft names a file with a blank and brackets as the library and the script write it', async () => {
    const { app, lin, services } = await openLibrary(engine);
    const file = { file: 'a.svg', served: 'a.svg', content_type: 'image/svg+xml', blur: null };
    await services.db.write
      .insertInto('media')
      .values({ ...file, path: 'media/茶 (1).svg', bytes: 1, width: 4, height: 3 })
      .execute();
    const path = '/edit/media/%E8%8C%B6%20(1).svg';
    const [markdown] = /!\[圖片說明\]\([^")]*\)/.exec((await lin.get(path)).text) ?? [];
    expect(markdown).toBe('![圖片說明](media/茶%20%281%29.svg)');
    for (const body of [markdown ?? '', '![茶](media/%E8%8C%B6%20%281%29.svg)']) {
      await lin.send(await lin.get('/edit/articles/spring'), { body });
      expect((await post(app, path, { do: 'remove' }, lin.cookie)).status, body).toBe(409);
    }
  });

  test('the logo is not deleted', async () => {
    const { app, lin } = await openLibrary(engine);
    const path = encodeURI('/edit/media/brand/標誌.svg');
    expect(wordsOf(await lin.get(path))).toContain('網站設定（例如標誌）');
    expect((await post(app, path, { do: 'remove' }, lin.cookie)).status).toBe(409);
  });

  test('a file of a planned change, or of settings that were previewed, is not deleted', async () => {
    const { app, lin, sender, signIn } = await openLibrary(engine);
    const [planned, logo] = await Promise.all(
      ['11', '22'].map(async (digits) => {
        const { body } = await putFile(sender, { name: '新.svg', content: aDrawing.replace('86', digits) });
        return String(body.media.path);
      }),
    );
    const remove = (path = '') => post(app, encodeURI(`/edit/${path}`), { do: 'remove' }, lin.cookie);
    const article = '/edit/articles/spring';
    const change = { body: `![新](${planned})`, 'f.changeAt': '2099-12-01', 'f.changeAt.time': '08:00' };
    const plan = await lin.send(await lin.get(article), change, { value: 'publish' });
    expect(plan.headers['location']).toBe(`${article}?done=planned`);
    // The draft goes on without the picture, which the planned text has.
    expect((await lin.send(await lin.get(article), { body: '沒有圖。' })).status).toBe(303);
    expect((await remove(planned)).status).toBe(409);
    expect(wordsOf(await lin.get(encodeURI(`/edit/${planned}`)))).toContain(
      '草稿與排程中的更新 春茶日記 文章',
    );

    const admin = await signIn('admin');
    const previewed = { 'f.logo': logo ?? '' };
    const preview = await admin.send(await admin.get('/edit/site'), previewed, { value: 'preview' });
    expect(preview.status).toBe(303);
    expect((await remove(logo)).status).toBe(409);
  });

  test('a file of a text that somebody is typing is not deleted', async () => {
    const { app, lin, sender, signIn } = await openLibrary(engine);
    const { body } = await putFile(sender, { name: '新.svg', content: aDrawing.replace('86', '33') });
    const path = encodeURI(`/edit/${body.media.path}`);
    const chen = await signIn('author', '陳小白');
    const form = await chen.get('/edit/articles/_new');
    const typed = { body: `![新](${body.media.path})` };
    expect((await sendAutosave({ app, cookie: chen.cookie }, form, typed)).status).toBe(200);
    expect(wordsOf(await lin.get(path))).toContain('有人正在寫、還沒儲存的內容');
    expect((await post(app, path, { do: 'remove' }, lin.cookie)).status).toBe(409);
  });

  test('a text that begins to use a file while all others are read keeps it', async () => {
    const { lin, services, sender } = await openLibrary(engine);
    const { body } = await putFile(sender, { name: '新.svg', content: aDrawing.replace('86', '87') });
    const { path } = body.media;
    const form = await lin.get('/edit/articles/spring');
    const { db } = services;
    // The settings are read last, after all drafts: the save comes then.
    let saved: Promise<unknown> | null = null;
    const read = db.read.withPlugin({
      transformQuery({ node }) {
        if (JSON.stringify(node).includes('"settings"')) saved ??= lin.send(form, { body: `![新](${path})` });
        return node;
      },
      async transformResult({ result }) {
        await saved;
        return result;
      },
    });
    const editor = { accountId: lin.accountId, name: '林小青', role: 'editor' as const };
    const result = await removeMedia({ db: { ...db, read }, clock: services.clock }, { editor, path });
    expect(saved).not.toBeNull();
    expect(result).toBe('needed');
    expect((await lin.get(encodeURI(`/edit/${path}`))).status).toBe(200);
  });

  test('another file in the place of a picture is shown by everything that uses it', async () => {
    const { app, lin, sender, services } = await openLibrary(engine);
    const photo = await picture(60, 40).jpeg().toBuffer();
    const { body } = await putFile(sender, { name: '茶園.jpg', content: photo });
    const { path } = body.media;
    const article = { body: `![茶園](${path})` };
    await lin.send(await lin.get('/edit/articles/spring'), article, { value: 'publish' });
    const before = (await get(app, '/articles/spring')).text;
    const replace = (content: Buffer | string) =>
      sendFiles(sender, [{ name: 'x.jpg', content }], encodeURI(`/edit/media/_replace/${path}`));

    const drawing = await replace(aDrawing);
    expect(drawing.status).toBe(422);
    expect(wordsOf(drawing)).toContain('檔案的格式和原來的不同');
    const replaced = await replace(await picture(80, 20, '#c33').jpeg().toBuffer());
    expect(decodeURI(replaced.headers['location'] ?? '')).toBe(`/edit/${path}?done=replaced`);
    const after = (await get(app, '/articles/spring')).text;
    const shownIn = (html: string) => /src="(\/media\/[^"]+)"[^>]* alt="茶園"/.exec(html)?.[1] ?? '';
    expect(shownIn(after)).not.toBe(shownIn(before));
    expect((await get(app, shownIn(after))).status).toBe(200);
    expect(after).toContain('width="80" height="20"');
    expect(await findWithoutFile(services)).toEqual([]);
    expect(listIncoming(services)).toEqual([]);
  });

  test('a picture that was replaced may come again, beside the one in its place', async () => {
    const { sender, services } = await openLibrary(engine);
    const first = { name: '茶園.jpg', content: await picture(60, 40).jpeg().toBuffer() };
    const { path } = (await putFile(sender, first)).body.media;
    const second = { name: 'x.jpg', content: await picture(80, 20).jpeg().toBuffer() };
    const replaced = await sendFiles(sender, [second], encodeURI(`/edit/media/_replace/${path}`));
    expect(replaced.status).toBe(303);
    const again = await putFile(sender, first);
    expect(again.status).toBe(201);
    expect(again.body.media).toMatchObject({ label: '茶園', width: 60 });
    expect(again.body.media.path.slice(0, -4)).toMatch(new RegExp(`^${path.slice(0, -4)}[\\da-f]{8}$`));
    expect(await findWithoutFile(services)).toEqual([]);
  });

  test('a label is changed, and the library finds the file by it', async () => {
    const { lin } = await openLibrary(engine);
    const page = await lin.get('/edit/media/tea.svg');
    const labelled = await lin.send(page, { label: '  春 <茶>\n ' }, { value: 'label' });
    expect(labelled.headers['location']).toBe('/edit/media/tea.svg?done=labelled');
    expect((await lin.get('/edit/media/tea.svg')).text).toContain('春 &lt;茶&gt;</h1>');
    expect((await lin.get(encodeURI('/edit/media?q=<茶>'))).text).toContain('href="/edit/media/tea.svg"');
  });
});

test('what was left of uploads is removed after an hour, and a file on its way is not', async () => {
  const dataDir = temporaryFolder();
  const folder = path.join(dataDir, 'incoming');
  mkdirSync(folder);
  for (const [name, at] of [
    ['old', 10_000],
    ['new', 13_000],
  ] as const) {
    writeFileSync(path.join(folder, name), '茶');
    utimesSync(path.join(folder, name), at, at);
  }
  await sweepIncoming(dataDir, 14_000_000);
  expect(readdirSync(folder)).toEqual(['new']);
});

const withoutImage = { 'f.images.0.src': '', 'f.images.0.alt': '' };

function wordsOf({ text }: { text: string }): string {
  return text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}
