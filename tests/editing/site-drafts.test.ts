import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { wordsOf } from '../helpers/tables.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle(),
  'site.yaml': 'name: 舊名\ntagline: 舊標語\n',
};

const html = { Accept: 'text/html' };

describe.for(engines)('on %s', (engine) => {
  test('settings are seen before they are saved, by editors alone', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    const opened = await admin.get('/edit/site');
    const previewed = await admin.send(opened, { 'f.name': '新名' }, { value: 'preview' });
    const address = String(previewed.headers['location']);
    expect(address).toMatch(/^\/edit\/preview\/[\w-]+\/now\/$/);
    const seen = await admin.get(address);
    expect(seen.text).toContain('新名');
    expect(seen.text).toContain('預覽「網站設定」的草稿');
    expect(seen.text).toContain('href="/edit/site"');
    expect((await admin.get('/edit/preview/all/now/')).text).toContain('新名');
    const visitors = async () => (await request(app).get('/articles/spring').set(html)).text;
    expect(await visitors()).toContain('舊名');

    const again = await admin.get('/edit/site');
    expect(again.text).toContain('value="新名"');
    expect(again.text).toContain('預覽過、還沒有儲存的設定');
    expect((await admin.get('/edit')).text).toContain('網站設定');
    await admin.send(again, {});
    expect(await visitors()).toContain('新名');
    expect((await admin.get('/edit/site')).text).not.toContain('預覽過、還沒有儲存的設定');
  });

  test('what was previewed is saved from the form that it was previewed from, or thrown away', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    const opened = await admin.get('/edit/site');
    await admin.send(opened, { 'f.name': '新名' }, { value: 'preview' });
    // Back in the browser: the form is the one from before.
    expect((await admin.send(opened, { 'f.name': '新名' })).status).toBe(303);
    expect((await request(app).get('/articles/spring').set(html)).text).toContain('新名');
    await admin.send(await admin.get('/edit/site'), { 'f.name': '別名' }, { value: 'preview' });
    const thrown = await admin.send(await admin.get('/edit/site'), {}, { value: 'discard' });
    expect(thrown.headers['location']).toBe('/edit/site?done=discardedSite');
    expect((await admin.get('/edit/site')).text).toContain('value="新名"');
  });

  test('settings have a history, from which the form is filled again', async () => {
    const { signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    await admin.send(await admin.get('/edit/site'), { 'f.tagline': '新標語' });
    const history = await admin.get('/edit/site/history');
    const seqs = Array.from(history.text.matchAll(/\/edit\/site\/history\/(\d+)"/g), ([, seq]) => seq);
    expect(seqs).toHaveLength(2);
    const revision = await admin.get(`/edit/site/history/${seqs[0]}`);
    expect(revision.text).toContain('<ins');
    expect(wordsOf(revision)).toContain('標語');
    const form = await admin.get(`/edit/site?from=${seqs[1]}`);
    expect(form.text).toContain('value="舊標語"');
    expect(form.text).toContain('還沒有儲存');
    expect((await admin.send(form, {})).status).toBe(303);
    expect((await admin.get('/edit/site')).text).toContain('value="舊標語"');
    expect((await admin.get('/edit/site/history/999999')).status).toBe(404);
    expect((await (await signIn('reader')).get('/edit/site/history')).status).toBe(404);
  });
});

test('the name that an admin has previewed stays when an editor previews something else', async () => {
  const { app, signIn } = await openEditSite('sqlite', files);
  const admin = await signIn('admin');
  await admin.send(await admin.get('/edit/site'), { 'f.name': '新名' }, { value: 'preview' });
  const editor = await signIn();
  const form = await editor.get('/edit/site');
  const previewed = await editor.send(form, { 'f.priceNote': '含稅' }, { value: 'preview' });
  const seen = (await editor.get(String(previewed.headers['location']))).text;
  expect(seen).toContain('新名');
  expect((await admin.get('/edit/site')).text).toContain('value="含稅"');
  expect((await request(app).get('/articles/spring').set(html)).text).toContain('舊名');
});

test('the name that an admin has previewed stays when an editor saves something else', async () => {
  const { app, signIn } = await openEditSite('sqlite', files);
  const admin = await signIn('admin');
  const previewed = { 'f.name': '新名', 'f.priceNote': '未稅' };
  await admin.send(await admin.get('/edit/site'), previewed, { value: 'preview' });
  const editor = await signIn();
  expect((await editor.send(await editor.get('/edit/site'), { 'f.priceNote': '含稅' })).status).toBe(303);
  expect((await request(app).get('/articles/spring').set(html)).text).toContain('舊名');
  const waiting = await admin.get('/edit/site');
  for (const text of ['value="新名"', 'value="含稅"', '預覽過、還沒有儲存的設定'])
    expect(waiting.text).toContain(text);
  expect(waiting.text).not.toContain('網站的設定又有更動');
  await admin.send(waiting, {});
  expect((await request(app).get('/articles/spring').set(html)).text).toContain('新名');
  expect((await editor.get('/edit/site')).text).not.toContain('預覽過、還沒有儲存的設定');
});

test('settings that an editor sends twice are no conflict while a name waits for an admin', async () => {
  const { signIn } = await openEditSite('sqlite', files);
  const admin = await signIn('admin');
  await admin.send(await admin.get('/edit/site'), { 'f.name': '新名' }, { value: 'preview' });
  const editor = await signIn();
  const opened = await editor.get('/edit/site');
  expect((await editor.send(opened, { 'f.priceNote': '含稅' })).status).toBe(303);
  expect((await editor.send(opened, { 'f.priceNote': '含稅' })).status).toBe(303);
  // Another text of the same form is one.
  expect((await editor.send(opened, { 'f.priceNote': '未稅' })).status).toBe(409);
  expect((await admin.get('/edit/site')).text).toContain('value="新名"');
});

test('an editor throws away what was previewed, except a name that waits for an admin', async () => {
  const { signIn } = await openEditSite('sqlite', files);
  const admin = await signIn('admin');
  const previewed = { 'f.name': '新名', 'f.priceNote': '未稅' };
  await admin.send(await admin.get('/edit/site'), previewed, { value: 'preview' });
  const editor = await signIn();
  const form = await editor.get('/edit/site');
  expect(form.text).toContain('value="未稅"');
  expect((await editor.send(form, {}, { value: 'discard' })).status).toBe(303);
  const left = await admin.get('/edit/site');
  expect(left.text).toContain('value="新名"');
  expect(left.text).not.toContain('value="未稅"');
  // Nothing is left that editors could save or throw away.
  const after = (await editor.get('/edit/site')).text;
  expect(after).not.toContain('value="未稅"');
  expect(after).not.toContain('預覽過、還沒有儲存的設定');
  expect(after).not.toContain('放棄預覽過的設定');
  await admin.send(left, {}, { value: 'discard' });
  expect((await admin.get('/edit/site')).text).toContain('value="舊名"');
});

test('a draft says that the settings have changed since', async () => {
  const site = await openEditSite('sqlite', files);
  const admin = await site.signIn('admin');
  await admin.send(await admin.get('/edit/site'), { 'f.name': '新名' }, { value: 'preview' });
  expect((await admin.get('/edit/site')).text).not.toContain('網站的設定又有更動');
  await site.import({ ...files, 'site.yaml': 'name: 舊名\ntagline: 匯入的標語\n' });
  const drafted = await admin.get('/edit/site');
  expect(drafted.text).toContain('網站的設定又有更動');
  expect(drafted.text).toContain('value="新名"');
});

test('settings that are wrong are not previewed, and nothing typed is lost', async () => {
  const { signIn } = await openEditSite('sqlite', files);
  const admin = await signIn('admin');
  const refused = await admin.send(
    await admin.get('/edit/site'),
    { 'f.name': '', 'f.tagline': '打了字' },
    { value: 'preview' },
  );
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('請填寫「名稱」。');
  expect(refused.text).toContain('value="打了字"');
});
