import { describe, expect, test } from 'vitest';
import { aDrawing, aProduct, entry, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { pressMany } from '../helpers/many.ts';
import { wordsOf } from '../helpers/tables.ts';

const images = [{ src: 'media/tea.svg', alt: '茶' }];
const files: Files = {
  'media/tea.svg': aDrawing,
  'products/bao.md': aProduct({ name: '文山包種茶', sku: 'QY-1', images }),
  'products/cup.md': aProduct({ name: '小杯', category: '茶器', price: 0, availability: 'sold_out' }),
  'products/pot.md': aProduct({ name: '大壺', category: '茶器', images, status: 'archived' }),
};

async function openList(engine: EngineName) {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn();
  const list = async (query = '') => {
    const page = await lin.get(`/edit/products${query}`);
    const boxes = page.text.match(/<input [^>]*name="chosen"[^>]*>/g) ?? [];
    const ids = boxes.map((box) => /value="\d+ (\w+)"/.exec(box)?.[1]);
    return { page, ids: ids.toSorted() };
  };
  const browser = { app: site.app, cookie: lin.cookie };
  /** Presses a button of the list for one product, or for all of the page. */
  const choose = async (id: string, value: string, fields: [string, string][] = []) => {
    const { page } = await list();
    const box = page.text.match(new RegExp(`value="(\\d+ ${id})"`))?.[1] ?? '';
    return pressMany(browser, page, value, [...fields, id === 'all' ? ['all', 'on'] : ['chosen', box]]);
  };
  const products = () =>
    site.services.db.read
      .selectFrom('products')
      .select(['id', 'availability', 'category', 'status'])
      .orderBy('id')
      .execute();
  return { ...site, lin, list, choose, products, browser };
}

describe.for(engines)('on %s', (engine) => {
  test('editors see picture, number, category, price and availability, and find by them', async () => {
    const { list, lin } = await openList(engine);
    await lin.send(await lin.get('/edit/products/_new'), {
      id: 'new',
      'f.name': '新杯',
      'f.category': '茶器',
    });
    const { page, ids } = await list();
    expect(ids).toEqual(['bao', 'cup', 'new', 'pot']);
    const words = wordsOf(page);
    for (const fact of ['NT$680', 'NT$0', '已售完', '茶器', '貨號：QY-1', '沒有圖片', '新杯'])
      expect.soft(words).toContain(fact);
    expect(page.text).toContain('<img src="/media/');

    expect((await list('?category=茶器')).ids).toEqual(['cup', 'pot']);
    expect((await list('?availability=sold_out')).ids).toEqual(['cup']);
    expect((await list('?picture=none')).ids).toEqual(['cup']);
    expect((await list('?picture=none&category=茶葉')).ids).toEqual([]);
    expect((await list('?category=茶器&state=archived')).ids).toEqual(['pot']);
    expect((await list('?category=茶器&q=小杯')).ids).toEqual(['cup']);
    expect((await list('?category=茶器&q=包種')).ids).toEqual([]);
    expect((await list('?q=QY1')).ids).toEqual(['bao']);
  });

  test('one press changes what was chosen, after it has said what', async () => {
    const { choose, browser, products, services, list } = await openList(engine);
    const asked = await choose('all', 'availability', [['availability', 'sold_out']]);
    const words = wordsOf(asked);
    expect(words).toContain('把供應狀態改成「已售完」');
    expect(words).toContain('已經是這樣的有 1 項。');
    expect(words).toContain('會改的 2 項');
    expect(words).toContain('文山包種茶：有現貨 → 已售完');
    expect((await products()).map(({ availability }) => availability)).toEqual([
      'in_stock',
      'sold_out',
      'in_stock',
    ]);
    await pressMany(browser, asked, 'change');
    expect((await products()).map(({ availability }) => availability)).toEqual([
      'sold_out',
      'sold_out',
      'sold_out',
    ]);

    const one = await choose('bao', 'category', [['category', '茶器']]);
    const done = await pressMany(browser, one, 'change');
    expect(done.headers['location']).toMatch(/^\/edit\/products\?changed=1&at=20/);
    expect((await list('?changed=1')).page.text).toContain('改好了 1 項。');
    await pressMany(browser, await choose('cup', 'unpublish'), 'change');
    expect(await products()).toMatchObject([
      { id: 'bao', category: '茶器', status: 'published' },
      { id: 'cup', status: 'draft' },
      { id: 'pot', status: 'archived' },
    ]);
    const revisions = await services.db.read
      .selectFrom('revisions')
      .innerJoin('entries', 'entries.key', 'revisions.entry_key')
      .select(['id', 'action', 'account_name'])
      .orderBy('seq')
      .execute();
    expect(revisions.filter(({ account_name: name }) => name !== '')).toMatchObject([
      { id: 'bao', action: 'publish' },
      { id: 'pot', action: 'import' },
      { id: 'bao', action: 'publish' },
      { id: 'cup', action: 'unpublish' },
    ]);
  });

  test('what others edit is left out, before and after the question', async () => {
    const { choose, browser, signIn, products } = await openList(engine);
    const chen = await signIn('editor', '陳又芳');
    await chen.send(await chen.get('/edit/products/pot'), { 'f.name': '草稿' });
    const asked = await choose('all', 'availability', [['availability', 'discontinued']]);
    expect(wordsOf(asked)).toContain('不會改的 1 項');
    expect(wordsOf(asked)).toContain('大壺：陳又芳正在修改，有還沒發布的草稿。');
    await chen.send(await chen.get('/edit/products/cup'), { 'f.name': '改過' }, { value: 'publish' });
    const done = await pressMany(browser, asked, 'change');
    expect(done.status).toBe(409);
    expect(wordsOf(done)).toContain('改好了 1 項，下面這些沒有改：');
    expect(wordsOf(done)).toContain('改過：你打開列表之後有人改過。');
    expect((await products()).map(({ availability }) => availability)).toEqual([
      'discontinued',
      'sold_out',
      'in_stock',
    ]);
  });
});

test('a press without a box says so, and an unknown one is no page', async () => {
  const { choose, browser, list } = await openList('sqlite');
  const nothing = await choose('none', 'availability', [['availability', 'preorder']]);
  expect(nothing.status).toBe(422);
  expect(nothing.text).toContain('勾選的項目沒有一項會改。');
  const { page } = await list();
  for (const value of ['name.', 'description', 'change'])
    expect((await pressMany(browser, page, value)).status).toBe(404);
});

test('a category is shown by its name, and its branch is found, by hand and in a table', async () => {
  const site = await openEditSite('sqlite', {
    'categories/ware.md': entry({ name: '器皿' }),
    'categories/cups.md': entry({ name: '杯子', parent: 'ware' }),
    'products/a.md': aProduct({ category: 'cups', salePrice: 1 }),
    'products/b.md': aProduct({ category: '茶葉', salePrice: 1, salePriceFrom: '2099-01-01T00:00:00+08:00' }),
  });
  const lin = await site.signIn();
  const branch = wordsOf(await lin.get('/edit/products?category=ware'));
  expect(branch).toContain('杯子');
  expect(branch).not.toContain('茶葉\n');
  const onSale = (await lin.get('/edit/products?sale=on')).text;
  expect(onSale).toContain('/edit/products/a"');
  expect(onSale).toContain('原價 NT$680');
  expect(onSale).not.toContain('/edit/products/b"');
  const page = await lin.get('/edit/products/_table');
  const shown = await lin.send(page, { table: 'id\tcategory\nb\t器皿\na\t不存在' }, { value: 'check' });
  expect(wordsOf(shown)).toContain('沒有「不存在」這個分類');
  await lin.send(shown, {}, { value: 'write' });
  const { category } = await site.services.db.read
    .selectFrom('products')
    .select('category')
    .where('id', '=', 'b')
    .executeTakeFirstOrThrow();
  expect(category).toBe('ware');
});
