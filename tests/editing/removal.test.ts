import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  'products/a.md': aProduct({ name: '甲' }),
  'products/b.md': aProduct({ name: '乙' }),
  'products/c.md': aProduct({ name: '丙' }),
  'articles/spring.md': anArticle({ title: '春茶', products: ['a', 'b', 'c'] }),
  'articles/winter.md': anArticle({ title: '冬茶', author: 'chen', products: ['b'] }),
  'site.yaml':
    'name: 測試誌\nfeatured:\n  - product: b\n  - article: spring\nfooter:\n  links:\n    - label: 乙\n      url: /product/info/b\n',
};
const html = { Accept: 'text/html' };

async function open(engine: EngineName) {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn('admin');
  const press = async (path: string, value: string, fields: Record<string, string> = {}) =>
    lin.send(await lin.get(path), fields, { value });
  const remove = async (path: string) => {
    const removed = await press(`/edit/${path}/remove`, 'remove');
    expect(removed.status, path).toBe(303);
    const list = await lin.get(String(removed.headers['location']));
    return () => lin.send(list, {}, { value: 'restore' });
  };
  const productsOf = async (id: string) => {
    const rows = await site.services.db.read
      .selectFrom('article_products')
      .select('product_id')
      .where('article_id', '=', id)
      .orderBy('position')
      .execute();
    return rows.map(({ product_id }) => product_id).join('');
  };
  return { ...site, lin, press, remove, productsOf };
}

describe.for(engines)('on %s', (engine) => {
  test('a product that comes back stands in its articles where it stood, on the front page and among saved items', async () => {
    const { app, services, lin, remove, productsOf } = await open(engine);
    const saved = {
      account_id: lin.accountId,
      item: 'product:b',
      saved_at: '2026-11-01T00:00:00.000Z',
    } as const;
    await services.db.write.insertInto('saved_items').values(saved).execute();
    const front = async () => (await request(app).get('/').set(html)).text;
    expect(await front()).toContain('/product/info/b"');
    const restore = await remove('products/b');
    expect([await productsOf('spring'), await productsOf('winter')]).toEqual(['ac', '']);
    expect((await restore()).status).toBe(303);
    expect([await productsOf('spring'), await productsOf('winter')]).toEqual(['abc', 'b']);
    expect(await front()).toContain('/product/info/b"');
    expect((await lin.get('/saved')).text).toContain('/product/info/b');
    expect(await services.db.read.selectFrom('lost_mentions').selectAll().execute()).toEqual([]);
  });

  test('products and articles find each other again, in whatever order they come back', async () => {
    const { remove, productsOf } = await open(engine);
    const [backB, backSpring] = [await remove('products/b'), await remove('articles/spring')];
    await backB();
    expect((await backSpring()).status).toBe(303);
    expect(await productsOf('spring')).toBe('abc');
    const [backWinter, backBAgain, backA] = [
      await remove('articles/winter'),
      await remove('products/b'),
      await remove('products/a'),
    ];
    expect((await backWinter()).status).toBe(303);
    expect([await productsOf('winter'), await productsOf('spring')]).toEqual(['', 'c']);
    await backBAgain();
    await backA();
    expect([await productsOf('winter'), await productsOf('spring')]).toEqual(['b', 'abc']);
  });

  test('an article whose author is in the trash says who has to come back first', async () => {
    const { remove } = await open(engine);
    const backWinter = await remove('articles/winter');
    const backChen = await remove('authors/chen');
    const refused = await backWinter();
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('還不能復原。「作者」裡的 chen 不存在。');
    await backChen();
    expect((await backWinter()).status).toBe(303);
  });

  test('the question before a removal says who names it', async () => {
    const { lin, press } = await open(engine);
    await press('/edit/articles/_new', 'save', { id: 'new', 'f.title': '新稿', 'f.author': 'lin' });
    const product = await lin.get('/edit/products/b/remove');
    for (const part of ['文章「春茶」', '文章「冬茶」', '首頁精選', '頁首或頁尾的連結'])
      expect.soft(product.text).toContain(part);
    const author = await lin.get('/edit/authors/lin/remove');
    expect(author.text).toContain('文章「新稿」的草稿');
    expect(author.text).toContain('這位作者還有文章');
    expect((await lin.get('/edit/products/c/remove')).text).not.toContain('首頁精選');
    const alone = await press('/edit/authors/_new', 'save', { id: 'wu' });
    expect((await lin.get(`${alone.headers['location']?.split('?')[0]}/remove`)).text).not.toContain(
      '哪裡用到它',
    );
  });

  test('a featured entry that was removed keeps nobody from saving the settings, and is told', async () => {
    const { services, lin, press, remove } = await open(engine);
    const restore = await remove('products/b');
    const form = await lin.get('/edit/site');
    expect(form.text).toContain('首頁精選裡的 b 已經移除');
    expect((await press('/edit/site', 'save', { 'f.name': '新名' })).status).toBe(303);
    const { settings } = await services.db.read
      .selectFrom('site')
      .select('settings')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(settings)).toMatchObject({
      name: '新名',
      featured: [{ product: 'b' }, { article: 'spring' }],
    });
    const refused = await press('/edit/site', 'save', { 'f.featured.0.id': 'nothing' });
    expect(refused.status).toBe(422);
    await restore();
    expect((await lin.get('/edit/site')).text).not.toContain('已經移除');
  });
});
