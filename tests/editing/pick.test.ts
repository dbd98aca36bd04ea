import { describe, expect, test } from 'vitest';
import { aDrawing, anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({
    ...{ title: '春茶', products: ['pot'], cover: 'media/tea/spring.svg', coverAlt: '茶' },
  }),
  'products/pot.md': aProduct({ name: '朱泥壺' }),
  'products/bowl.md': aProduct({ name: '白瓷蓋碗' }),
  ...Object.fromEntries(
    Array.from({ length: 70 }, (_, n) => [
      `media/shelf/${String(n).padStart(2, '0')}.svg`,
      aDrawing.replace('86ad7f', `86ad${String(n + 10)}`),
    ]),
  ),
  'media/tea/spring.svg': aDrawing,
  'site.yaml': 'name: 測試誌\n',
};

const typed = {
  'f.cover': '',
  'f.title': '還沒存的標題',
  'f.publishedAt': '2026-12-01',
  'f.publishedAt.time': '08:00',
  'f.tags': '茶\n春',
  body: '\n還沒存的內文。',
};

const offered = (html: string) =>
  Array.from(html.matchAll(/ value="put:f\.[^:]+:([^"]*)"/g), ([, value]) => value);

describe.for(engines)('on %s', (engine) => {
  async function open() {
    const site = await openEditSite(engine, files);
    return { ...site, lin: await site.signIn('admin') };
  }

  test('a picture is chosen on a page that comes back to the form with everything typed', async () => {
    const { lin, services } = await open();
    const form = await lin.get('/edit/articles/spring');
    const first = await lin.send(form, typed, { name: 'row', value: 'pick:f.cover' });
    expect(first.text).toContain('選擇「封面圖片」');
    expect(offered(first.text).length).toBeGreaterThan(20);
    expect(first.text, 'the Enter key searches').toMatch(
      /<button (?=[^>]*class="sr-only")(?=[^>]*name="row")(?=[^>]*value="pick:f.cover")/,
    );
    const [, next = ''] = /value="(pick:f\.cover:[^"]+)"/.exec(first.text) ?? [];
    const second = await lin.send(first, {}, { name: 'row', value: next });
    const both = [...offered(first.text), ...offered(second.text)];
    expect(new Set(both).size).toBe(both.length);
    expect(both).toHaveLength(71);
    const found = await lin.send(second, { 'pick.q': 'spring' }, { name: 'row', value: 'pick:f.cover' });
    expect(offered(found.text)).toEqual(['media/tea/spring.svg']);
    const chosen = await lin.send(found, {}, { name: 'row', value: 'put:f.cover:media/tea/spring.svg' });
    expect(chosen.text).toMatch(/name="f\.cover"[^>]* value="media\/tea\/spring\.svg"\/><img /);
    expect(chosen.text).toMatch(/<input (?=[^>]*id="f-cover")[^>]*autofocus/i);
    for (const text of ['還沒存的標題', '2026-12-01', '08:00', '茶\n春', '還沒存的內文。'])
      expect(chosen.text).toContain(text);
    expect(await services.db.read.selectFrom('drafts').select('document').execute()).toEqual([]);

    const back = await lin.send(found, {}, { name: 'row', value: 'back:f.cover' });
    expect(back.text).toMatch(/name="f\.cover"[^>]* value=""/);
    expect(back.text).toContain('還沒存的內文。');
    const left = await lin.send(found, {}, { name: 'go', value: '/edit' });
    expect(left.headers['location']).toBe('/edit');
    expect((await lin.get('/edit/articles/spring')).text).toContain('還沒存的內文。');
  });

  test('entries are chosen by a search in rows, new forms and settings', async () => {
    const { lin } = await open();
    const rows = await lin.send(
      await lin.get('/edit/articles/spring'),
      {},
      { name: 'row', value: 'products:add' },
    );
    const all = await lin.send(rows, typed, { name: 'row', value: 'pick:f.products.1' });
    expect(offered(all.text).toSorted()).toEqual(['bowl', 'pot']);
    const search = { 'pick.q': '蓋碗' };
    const some = await lin.send(all, search, { name: 'row', value: 'pick:f.products.1' });
    expect(offered(some.text)).toEqual(['bowl']);
    const chosen = await lin.send(some, {}, { name: 'row', value: 'put:f.products.1:bowl' });
    expect(chosen.text).toMatch(/value="bowl"[^>]*\/><p class="edit-meta [^"]*">白瓷蓋碗<\/p>/);
    expect(chosen.text).toMatch(/value="pot"[^>]*\/><p class="edit-meta [^"]*">朱泥壺<\/p>/);

    const fresh = { ...typed, id: 'new-one' };
    const row = await lin.send(await lin.get('/edit/articles/_new'), fresh, {
      name: 'row',
      value: 'products:add',
    });
    const asked = await lin.send(row, {}, { name: 'row', value: 'pick:f.products.0' });
    expect(asked.text, 'the Enter key searches').toMatch(
      /<button (?=[^>]*class="sr-only")(?=[^>]*name="row")(?=[^>]*value="pick:f.products.0")/,
    );
    const back = await lin.send(asked, {}, { name: 'row', value: 'back:f.products.0' });
    const made = await lin.send(asked, {}, { name: 'row', value: 'put:f.products.0:pot' });
    for (const page of [back, made])
      for (const text of ['還沒存的標題', '2026-12-01', '08:00', '茶\n春', '還沒存的內文。'])
        expect(page.text).toContain(text);
    expect(made.text).toMatch(/<input (?=[^>]*id="f-products.0")[^>]*autofocus/i);
    expect(made.text).toContain('value="new-one"');
    const saved = await lin.send(made, {}, { value: 'save' });
    expect(saved.headers['location']).toBe('/edit/articles/new-one?done=saved');

    let settings = await lin.get('/edit/site');
    for (const row of ['featured:add', 'navigation:add'])
      settings = await lin.send(settings, {}, { name: 'row', value: row });
    const { length: last } = settings.text.match(/name="f\.navigation\.\d+\.path"/g) ?? [];
    const path = `f.navigation.${last - 1}.path`;
    const links = await lin.send(settings, { 'pick.q': '春茶' }, { name: 'row', value: `pick:${path}` });
    expect(offered(links.text)).toEqual(['/articles/spring']);
    const featured = await lin.send(
      settings,
      { 'f.featured.0.kind': 'product' },
      { name: 'row', value: 'pick:f.featured.0.id' },
    );
    expect(offered(featured.text).toSorted()).toEqual(['bowl', 'pot']);
  });

  test('a script gets the same as data, and nobody but editors does', async () => {
    const { lin, signIn } = await open();
    const pictures = JSON.parse((await lin.get('/edit/_picks/pictures?q=spring')).text);
    expect(pictures).toMatchObject({ items: [{ value: 'media/tea/spring.svg', path: null }], next: null });
    const articles = await lin.get('/edit/_picks/articles');
    expect(articles.headers['cache-control']).toBe('private, no-store');
    expect(JSON.parse(articles.text).items[0]).toMatchObject({
      ...{
        value: 'spring',
        label: '春茶',
        detail: 'spring・已發布',
        picture: expect.stringContaining('media/'),
        path: '/articles/spring',
      },
    });
    expect(JSON.parse((await lin.get('/edit/_picks/product?q=pot')).text).items).toHaveLength(1);
    const links = JSON.parse((await lin.get('/edit/_picks/links?q=春茶')).text);
    expect(links).toMatchObject({ items: [{ value: '/articles/spring', detail: '文章・spring・已發布' }] });
    expect((await lin.get('/edit/_picks/accounts')).status).toBe(404);
    const reader = await signIn('reader');
    expect((await reader.get('/edit/_picks/articles')).status).toBe(404);
  });
});
