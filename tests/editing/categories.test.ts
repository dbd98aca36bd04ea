import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { aCategory, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'categories/tea.md': aCategory({ name: '茶', order: 1 }),
  'categories/oolong.md': aCategory({ name: '烏龍茶', parent: 'tea', order: 1 }),
  'categories/baozhong.md': aCategory({ name: '包種茶', parent: 'oolong' }),
  'categories/black.md': aCategory({ name: '紅茶', parent: 'tea', order: 2 }),
  'categories/hidden.md': aCategory({ name: '整理中', parent: 'tea', status: 'draft' }),
  'products/a.md': aProduct({ name: '甲', category: 'baozhong' }),
  'products/b.md': aProduct({ name: '乙', category: 'black' }),
  'products/c.md': aProduct({ name: '丙', category: '茶器' }),
  'site.yaml': 'name: 測試誌\n',
};

async function open(engine: EngineName) {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn();
  const publish = async (path: string, fields: Record<string, string>) =>
    lin.send(await lin.get(path), fields, { value: 'publish' });
  const listed = async (category: string) =>
    [
      ...(await request(site.app).get(`/product?category=${encodeURIComponent(category)}`)).text.matchAll(
        /<h2><a [^>]*>([^<]+)</g,
      ),
    ].map(([, name]) => name);
  return { ...site, lin, publish, listed };
}

/** Options of the list to choose from under this name. */
function optionsOf(html: string, name: string): string[] {
  const [, options = ''] = new RegExp(`<select [^>]*name="${name}"[^>]*>(.*?)</select>`).exec(html) ?? [];
  return [...options.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g)].map(
    ([, id, label]) => `${id} ${label}`,
  );
}

describe.for(engines)('on %s', (engine) => {
  test('a product’s category is chosen from the tree, names that products alone have among them', async () => {
    const { lin, publish, listed } = await open(engine);
    const form = (await lin.get('/edit/products/a')).text;
    expect(optionsOf(form, 'f.category')).toEqual([
      ' 請選擇',
      ...['tea 茶', 'oolong 　烏龍茶', 'baozhong 　　包種茶', 'black 　紅茶', 'hidden 　整理中', '茶器 茶器'],
    ]);
    expect((await publish('/edit/products/a', { 'f.category': 'oolong' })).status).toBe(303);
    expect(await listed('oolong')).toEqual(['甲']);
    const row = await lin.send(await lin.get('/edit/products/a'), {}, { name: 'row', value: 'alsoIn:add' });
    const offered = optionsOf(row.text, 'f.alsoIn.0');
    expect(offered).toContain('black 　紅茶');
    expect(offered, 'entries alone').not.toContain('茶器 茶器');
  });

  test('a new name is typed beside the list, and stays whatever else is wrong', async () => {
    const { lin, publish, listed } = await open(engine);
    const refused = await publish('/edit/products/a', { 'f.category.new': '花草茶', 'f.name': '' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('<option value="花草茶" selected="">花草茶</option>');
    expect((await lin.send(refused, { 'f.name': '甲' }, { value: 'publish' })).status).toBe(303);
    expect(await listed('花草茶')).toEqual(['甲']);
    await lin.send(await lin.get('/edit/products/b'), { 'f.category.new': '紅茶' }, { value: 'publish' });
    expect(await listed('black'), 'the name of an entry is that entry').toEqual(['乙']);
  });

  test('a new name that reads like another is asked about, and either answer publishes', async () => {
    const { lin, publish, listed } = await open(engine);
    const ask = async (typed: string, name: string) => {
      const asked = await publish('/edit/products/c', { 'f.category.new': typed, 'f.summary': '打好的字' });
      expect([typed, asked.status]).toEqual([typed, 422]);
      expect(asked.text).toContain(`已經有「${name}」，要用它嗎？`);
      expect(asked.text).toContain('打好的字');
      return asked;
    };
    for (const typed of ['茶 器', '烏龍 茶']) await ask(typed, typed.replace(' ', ''));
    const asked = await ask('乌龙茶', '烏龍茶');
    expect(asked.text).toContain('仍然新增「乌龙茶」');
    const used = await lin.send(asked, {}, { name: 'answer', value: 'category:use:oolong' });
    expect(used.status).toBe(303);
    expect(await listed('oolong')).toContain('丙');
    const again = await ask('茶　器', '茶器').catch(() => null);
    expect(again, 'nobody has it any more').toBeNull();
    const kept = await lin.send(await ask('红茶', '紅茶'), {}, { name: 'answer', value: 'category:keep' });
    expect(kept.status).toBe(303);
    expect(await listed('红茶')).toEqual(['丙']);
  });

  test('a new category that reads like another is asked about too', async () => {
    const { lin } = await open(engine);
    const form = await lin.get('/edit/categories/_new');
    const made = await lin.send(form, { id: 'oolong-2', 'f.name': '乌龙茶' });
    const page = await lin.get(String(made.headers['location']));
    const asked = await lin.send(page, {}, { value: 'publish' });
    expect(asked.text).toContain('已經有「烏龍茶」，要用它嗎？');
    expect(asked.text).toContain('value="/edit/categories/oolong"');
    const kept = await lin.send(asked, {}, { name: 'answer', value: 'name:keep' });
    expect(kept.status).toBe(303);
    expect((await lin.get('/edit/categories/oolong-2')).text, 'published').toContain('立即更新');
  });

  test('a category is put where it makes no loop and no sixth level', async () => {
    const { lin, publish } = await open(engine);
    const offered = async (id: string) =>
      optionsOf((await lin.get(`/edit/categories/${id}`)).text, 'f.parent').map((option) =>
        option.split(' ', 1).join(''),
      );
    expect(await offered('oolong')).toEqual(['', 'tea', 'black', 'hidden']);
    expect(await offered('baozhong')).toEqual(['', 'tea', 'oolong', 'black', 'hidden']);
    expect(await offered('_new')).toEqual(['', 'tea', 'oolong', 'baozhong', 'black', 'hidden']);
    expect((await publish('/edit/categories/black', { 'f.parent': 'baozhong' })).status).toBe(303);
    const moved = await publish('/edit/categories/oolong', { 'f.parent': 'black' });
    expect(moved.status, 'typed all the same').toBe(422);
  });

  test('the list of categories is the tree, with order, numbers and states', async () => {
    const { lin } = await open(engine);
    const { text } = await lin.get('/edit/categories');
    const rows = [...text.matchAll(/<li data-depth="(\d)">(.*?)<\/li>/g)].map(([, depth, row = '']) =>
      [
        depth,
        ...row
          .replaceAll(/<[^>]+>/g, '|')
          .split('|')
          .filter(Boolean),
      ].join(' '),
    );
    expect(rows).toEqual([
      '0 茶 已發布 順序 1 2 件商品',
      '1 烏龍茶 已發布 順序 1 1 件商品',
      '2 包種茶 已發布 1 件商品',
      '1 紅茶 已發布 順序 2 1 件商品',
      '1 整理中 草稿 0 件商品',
      '0 茶器 只有商品用到，尚未建立 1 件商品',
    ]);
    expect(text).toContain(`href="/edit/categories/_new?id=${encodeURIComponent('茶器')}"`);
    const form = await lin.get(encodeURI('/edit/categories/_new?id=茶器'));
    expect(form.text).toMatch(/name="id"[^>]*value="茶器"/);
    const made = await lin.send(form, {});
    const published = await lin.send(
      await lin.get(String(made.headers['location'])),
      {},
      { value: 'publish' },
    );
    expect(published.status, 'its own name is not asked about').toBe(303);
    expect((await lin.get('/edit/categories?q=烏龍')).text).not.toContain('data-depth');
  });

  test('a category with products and others below it goes into another in one press', async () => {
    const { app, lin, listed } = await open(engine);
    const question = await lin.get('/edit/categories/oolong/remove');
    expect(question.text).toContain('分類「包種茶」');
    expect(optionsOf(question.text, 'into').map((option) => option.split(' ', 1).join(''))).toEqual([
      '',
      ...['tea', 'black', 'hidden'],
    ]);
    expect((await lin.send(question, { into: 'black' }, { value: 'merge' })).status).toBe(303);
    expect((await listed('black')).toSorted()).toEqual(['乙', '甲']);
    expect(await listed('baozhong')).toEqual(['甲']);
    const former = await request(app).get('/product?category=oolong');
    expect([former.status, former.headers['location']]).toEqual([308, '/product?category=black']);
    const tree = (await lin.get('/edit/categories')).text;
    expect(tree).toMatch(/<li data-depth="2"><a href="\/edit\/categories\/baozhong">/);
  });

  test('a category stays while products or others are below it, whatever is sent', async () => {
    const { app, lin } = await open(engine);
    // Another category alone is below the first, a product below the second.
    for (const id of ['oolong', 'black']) {
      const question = await lin.get(`/edit/categories/${id}/remove`);
      expect(question.text).not.toContain('value="remove"');
      // The form of the other button, sent with this one.
      const refused = await lin.send(question, {}, { value: 'remove' });
      expect([id, refused.status]).toEqual([id, 422]);
      expect((await request(app).get(`/product?category=${id}`)).status).toBe(200);
    }
  });

  test('a new name of a category leaves its address, which changes only when asked to', async () => {
    const { app, lin, publish, listed } = await open(engine);
    await publish('/edit/categories/oolong', { 'f.name': '青心烏龍' });
    expect((await request(app).get('/product?category=oolong')).text).toMatch(/<h1[^>]*>青心烏龍</);
    const renamed = await lin.send(
      await lin.get('/edit/categories/oolong/rename'),
      { id: 'qingxin' },
      { value: 'rename' },
    );
    expect(renamed.status).toBe(303);
    expect(await listed('qingxin')).toEqual(['甲']);
    const former = await request(app).get('/product?category=oolong');
    expect([former.status, former.headers['location']]).toEqual([308, '/product?category=qingxin']);
  });

  test('the look of a category’s list is chosen, with the columns of its table', async () => {
    const { app, lin, publish } = await open(engine);
    const form = (await lin.get('/edit/categories/black')).text;
    expect(optionsOf(form, 'f.view')).toEqual(['cards 卡片', 'table 表格']);
    const unknown = await publish('/edit/categories/black', { 'f.view': 'list' });
    expect(unknown.status).toBe(422);
    expect(unknown.text).toContain('「列表的樣子」不符合規則。');
    const seven = ['一', '二', '三', '四', '五', '六', '七'].join('\n');
    const refused = await publish('/edit/categories/black', { 'f.view': 'table', 'f.columns': seven });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('「表格的欄位」有 7 個，最多 6 個。');
    expect(refused.text, 'nothing typed is lost').toContain(seven);
    const done = await lin.send(refused, { 'f.columns': '產地\n\n容量\n產地' }, { value: 'publish' });
    expect(done.status).toBe(303);
    const head = /<thead>.*?<\/thead>/.exec((await request(app).get('/product?category=black')).text)?.[0];
    expect(
      head
        ?.replaceAll(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s+/),
    ).toEqual([...['名稱', '產地', '容量', '價格', '供應狀況']]);
    const again = (await lin.get('/edit/categories/black')).text;
    expect(again).toContain('<option value="table" selected="">');
    expect((await publish('/edit/categories/black', { 'f.view': 'cards' })).status).toBe(303);
    expect((await request(app).get('/product?category=black')).text).not.toContain('<table');
  });

  test('a form of a category with cards, sent without a change, changes nothing', async () => {
    const { lin, publish } = await open(engine);
    const history = async () => (await lin.get('/edit/categories/black/history')).text.match(/<li/g)?.length;
    await publish('/edit/categories/black', { 'f.name': '紅茶類' });
    const before = await history();
    await publish('/edit/categories/black', {});
    expect(await history()).toBe(before);
  });
});
