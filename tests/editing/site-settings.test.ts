import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { folderStore } from '#server/media/store/folder-store.ts';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { aDrawing, aPage, aProduct, type Files } from '../helpers/content.ts';
import { readStoredSite } from '#server/content/site-settings.ts';
import { engines, silentLog } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt } from '../helpers/site.ts';

const files: Files = {
  'products/pot.md': aProduct({ name: '壺' }),
  'pages/about.md': aPage(),
  'site.yaml': 'name: 舊名\ntagline: 標語\nfooter:\n  about: 介紹\n',
};
const html = { Accept: 'text/html' };

describe.for(engines)('on %s', (engine) => {
  test('an admin changes the name, and every page has it at once', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    const visitors = () => request(app).get('/product').set(html);
    expect((await visitors()).text).toContain('舊名');
    const opened = await admin.get('/edit/site');
    let page = await admin.send(opened, { 'f.name': '新名' }, { name: 'row', value: 'navigation:add' });
    page = await admin.send(page, { 'f.navigation.0.label': '關於', 'f.navigation.0.path': '/pages/about' });
    expect(page.headers['location']).toBe('/edit/site?done=siteSaved');
    expect((await admin.get('/edit')).text).toContain('<a href="/edit/site">網站設定</a><span>更改</span>');
    const { text } = await visitors();
    expect(text).toContain('新名');
    expect(text).toContain('<a href="/pages/about">關於</a>');
    expect(text).not.toContain('舊名');
  });

  test('an editor changes what is featured, and not the name', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const lin = await signIn('editor');
    const opened = await lin.get('/edit/site');
    expect(opened.text).not.toMatch(/f\.(?:name|logo|colors)/);
    const fields = { 'f.name': '偷改', 'f.featured.0.kind': 'product', 'f.featured.0.id': 'pot' };
    expect((await lin.send(opened, fields)).status).toBe(303);
    const { text } = await request(app).get('/').set(html);
    expect(text).toContain('舊名');
    expect(text).not.toContain('偷改');
    expect(text).toContain('精選');
  });

  test('what is wrong is said beside its field, and nothing is changed', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    const wrong = { 'f.name': '', 'f.featured.0.kind': 'product', 'f.featured.0.id': 'none' };
    const refused = await admin.send(await admin.get('/edit/site'), wrong);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('請填寫「名稱」。');
    const rows = { 'f.navigation.0.label': '', 'f.navigation.0.path': 'pages/about', 'f.footer.email': '無' };
    const added = await admin.send(refused, rows);
    expect(added.text).toContain('「站內路徑」不符合規則。以 / 開頭的站內路徑，例如 /pages/about。');
    expect(added.text).toContain('請填寫「文字」。');
    expect(added.text).toContain('「電子郵件」不符合規則。例如 hello@example.com。');
    const unknown = await admin.send(refused, { 'f.name': '新名' });
    expect(unknown.text).toContain('「網址名稱」裡的 none 不存在。');
    expect((await request(app).get('/product').set(html)).text).toContain('舊名');
  });

  test('of two who change the settings the second is told', async () => {
    const { signIn } = await openEditSite(engine, files);
    const [one, other] = [await signIn('admin'), await signIn('admin')];
    const [first, second] = [await one.get('/edit/site'), await other.get('/edit/site')];
    const theirs = { 'f.tagline': '一', 'f.footer.address': '坪林', 'f.categories': '茶葉\n茶具' };
    expect((await one.send(first, theirs)).status).toBe(303);
    const told = await other.send(second, { 'f.tagline': '二' });
    expect(told.status).toBe(409);
    expect(told.text).toContain('value="二"');
    // The page shows every value that the next save overwrites.
    for (const now of ['「標語」現在是：一', '「地址」現在是：坪林', '現在是：茶葉、茶具'])
      expect(told.text).toContain(now);
    expect(told.text).not.toContain('「名稱」現在是');
    expect((await other.send(told, {})).status).toBe(303);
  });

  test('an editor puts articles first, and leaves the rest as it was', async () => {
    const yaml =
      'name: 舊名\nfooter:\n  email: a@tea.example\n  licence: { label: CC, url: /pages/about }\n  year: 2021\n';
    const { app, services, signIn } = await openEditSite(engine, { ...files, 'site.yaml': yaml });
    const stored = async () => JSON.parse((await readStoredSite(services.db.read)) ?? '');
    const before = await stored();
    const lin = await signIn('editor');
    const page = await lin.get('/edit/site');
    expect(page.text).not.toContain('f.footer.');
    await lin.send(page, { 'f.front.0': 'articles', 'f.front.1': 'products' });
    expect(await stored()).toEqual({ ...before, front: ['articles', 'products'] });
    expect((await request(app).get('/').set(html)).text).toContain('© 2021 舊名');
  });

  test('an admin saves a form that was not changed, and no byte is', async () => {
    const yaml =
      'name: 舊名\nfront: [products, articles]\nfooter: { address: 坪林, social: [{ label: M, url: "https://m.example/" }], licence: { label: CC, url: /pages/about }, year: 2021 }\n';
    const { services, signIn } = await openEditSite(engine, { ...files, 'site.yaml': yaml });
    const before = await readStoredSite(services.db.read);
    const admin = await signIn('admin');
    expect((await admin.send(await admin.get('/edit/site'), {})).status).toBe(303);
    expect(await readStoredSite(services.db.read)).toBe(before);
    const wrong = await admin.send(await admin.get('/edit/site'), { 'f.footer.year': '去年' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('「著作權起始年」不符合規則。');
  });

  test('an admin names the ways to ask, and hears which mistake a number has', async () => {
    const { app, services, signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    const wrong = { 'f.footer.taxId': '0459525', 'f.contact.line': 'qingye', 'f.contact.phone': '來電' };
    const short = await admin.send(await admin.get('/edit/site'), wrong);
    expect(short.status).toBe(422);
    expect(short.text).toContain('「統一編號」不符合規則。八位數字。');
    expect(short.text).toContain('現在有 7 個數字或其他字元');
    expect(short.text).toContain('「LINE 官方帳號」不符合規則。以 @ 開頭');
    expect(short.text).toContain('「洽詢電話」不符合規則。');
    const mistyped = await admin.send(short, { 'f.footer.taxId': '０４５９ ５２５８' });
    expect(mistyped.text).toContain('現在的號碼檢查不符');
    expect(mistyped.text).toContain('value="０４５９ ５２５８"');
    const right = {
      'f.footer.taxId': '０４５９ ５２５７',
      'f.contact.line': '@qingye',
      'f.contact.phone': '',
    };
    expect((await admin.send(mistyped, { ...right, 'f.priceNote': '含稅' })).status).toBe(303);
    const settings = JSON.parse((await readStoredSite(services.db.read)) ?? '{}');
    expect(settings).toMatchObject({
      contact: { line: '@qingye' },
      footer: { taxId: '04595257' },
      priceNote: '含稅',
    });
    expect((await request(app).get('/').set(html)).text).toContain('統一編號 04595257');
    const editor = await (await signIn('editor')).get('/edit/site');
    expect(editor.text).toContain('f.priceNote');
    expect(editor.text).not.toMatch(/f\.contact|f\.footer/);
  });

  test('an admin chooses logo and colours, and every page has them', async () => {
    const brand = { ...files, 'media/brand/logo.svg': aDrawing };
    const { app, services, signIn } = await openEditSite(engine, brand);
    const admin = await signIn('admin');
    const opened = await admin.get('/edit/site');
    expect(opened.text).toContain('<option value="media/brand/logo.svg">');
    const faint = { 'f.logo': 'media/none.svg', 'f.colors.light': '#fdba74', 'f.colors.dark': '' };
    const refused = await admin.send(opened, faint);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('「主色（淺色模式）」不符合規則。');
    expect(refused.text).toContain('現在的對比是 1.6，不夠清楚。');
    expect(refused.text).toContain('請填寫「主色（深色模式）」。');
    const unknown = await admin.send(refused, { 'f.colors.light': '#9A3412', 'f.colors.dark': '#fdba74' });
    expect(unknown.text).toContain('「標誌」裡的 media/none.svg 不存在。');
    expect(unknown.text).toContain('現在的對比是 6.9。');
    expect((await admin.send(unknown, { 'f.logo': 'media/brand/logo.svg' })).status).toBe(303);
    const { text } = await request(app).get('/product').set(html);
    expect(text).toContain('/colors/9a3412-fdba74.css');
    expect(text).toMatch(/class="brand"><img src="[^"]+\.svg" alt=""/);

    const { db, config } = services;
    const icon = async () => (await request(app).get('/favicon.svg')).body.toString();
    expect(await icon(), 'until it is made').not.toBe(aDrawing);
    await runMediaJobs({
      db,
      store: folderStore(config.dataDir),
      clock: aClockAt('2030-01-01T00:00:00Z'),
      log: silentLog,
    });
    // Here, where a site has no icon of its own, the page that says so was kept.
    await newsHasCome(services);
    expect(await icon()).toBe(aDrawing);
  });

  test('who edits is told on an empty front page what to do', async () => {
    const { app, signIn } = await openEditSite(engine, { 'site.yaml': 'name: 舊名\n' });
    const lin = await signIn('editor');
    expect((await lin.get('/')).text).toContain('href="/edit/articles/_new"');
    expect((await lin.get('/product')).text).toContain('href="/edit/products/_new"');
    for (const address of ['/', '/product'])
      expect((await request(app).get(address).set(html)).text).not.toContain('/edit');
  });
});
