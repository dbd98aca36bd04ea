import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { aCategory, aDrawing, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { thingsOf } from '../helpers/page-description.ts';
import { openSite } from '../helpers/site.ts';

const files: Files = {
  'products/a.md': aProduct({ name: '甲', category: '茶葉' }),
  'products/b.md': aProduct({ name: '乙', category: '茶葉' }),
  'products/c.md': aProduct({ name: '丙', category: '茶器' }),
  'products/draft.md': aProduct({ name: '丁', category: '茶器', status: 'draft' }),
  'site.yaml': 'name: 測試誌\ncategories: [茶器]\n',
};

/** Names and numbers of the links in the tree, and the chosen one. */
function treeIn(html: string): string[] {
  const [tree = ''] = /<ul class="tree">[^]*?<\/nav>/.exec(html) ?? [];
  return [...tree.matchAll(/<a ([^>]*)>([^<]*)(?:<small>(\d+)<\/small>)?/g)].map(
    ([, attributes = '', name, count = '']) =>
      `${attributes.includes('aria-current') ? '*' : ''}${name}${count}`,
  );
}

describe.for(engines)('on %s', (engine) => {
  test('lists offer all categories with the number of products that each leads to', async () => {
    const { app } = await openSite({ engine, files });
    const htmlOf = async (address: string) => (await request(app).get(encodeURI(address))).text;
    expect(treeIn(await htmlOf('/product'))).toEqual(['*全部', '茶器1', '茶葉2']);
    expect(treeIn(await htmlOf('/'))).toEqual(['*全部', '茶器1', '茶葉2']);
    const list = await htmlOf('/product?category=茶葉&sort=newest');
    expect(treeIn(list)).toEqual(['全部', '茶器1', '*茶葉2']);
    expect(list, 'in the chosen order').toContain(
      `href="/product?category=${encodeURIComponent('茶器')}&amp;sort=newest"`,
    );
  });

  test('a category stands below all products, for visitors and for search engines', async () => {
    const { app } = await openSite({ engine, files, env: { PUBLIC_URL: 'https://tea.example' } });
    const { text } = await request(app).get(encodeURI('/product?category=茶葉'));
    expect(text).toMatch(/<nav aria-label="目前位置"[^]*href="\/product"[^]*aria-current="page"[^>]*>茶葉</);
    expect(thingsOf(text)).toEqual([
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: '商品', item: 'https://tea.example/product' },
          { '@type': 'ListItem', position: 2, name: '茶葉' },
        ],
      },
    ]);
    expect((await request(app).get('/product')).text).not.toContain('目前位置');
  });

  test('a category has its text on its first page, and offers those below it', async () => {
    const tree: Files = {
      'categories/tea.md': aCategory(
        { name: '茶', summary: '從山上到杯裡。', cover: 'media/tea.svg', coverAlt: '茶園' },
        '先聞乾葉。',
      ),
      'categories/oolong.md': aCategory({ name: '烏龍茶', parent: 'tea' }),
      'media/tea.svg': aDrawing,
      'products/other.md': aProduct({ name: '戊', category: 'tea' }),
    };
    for (let n = 0; n < 25; n++)
      tree[`products/o${n}.md`] = aProduct({ name: `烏龍${n}`, category: 'oolong' });
    const { app } = await openSite({ engine, files: tree });
    const first = (await request(app).get('/product?category=tea')).text;
    expect(first).toContain('<meta name="description" content="從山上到杯裡。"/>');
    expect(first).toMatch(/alt="茶園"/);
    expect(first).toContain('先聞乾葉。');
    expect(first).toMatch(
      /aria-label="下層分類".*?<a href="\/product\?category=oolong">烏龍茶<small[^>]*>25</,
    );
    const second = (await request(app).get('/product?category=tea&page=2')).text;
    expect(second).not.toContain('先聞乾葉。');
    expect(second).toMatch(/name="description" content="茶，共 26 件：/);
    const below = (await request(app).get('/product?category=oolong')).text;
    expect(below).toMatch(/aria-label="目前位置".*?<a href="\/product\?category=tea"[^>]*>茶</);
    expect(treeIn(below)).toEqual(['全部', '茶26', '*烏龍茶25']);
  });

  test('a payload has the categories as pages read them that were opened before there was a tree', async () => {
    const { app } = await openSite({ engine, files });
    const { body } = await request(app).get('/product/_payload.json');
    expect(body.data.product.categories).toEqual(['茶器', '茶葉']);
    expect(body.data.product.tree).toEqual([
      ['茶器', 0, 1],
      ['茶葉', 0, 2],
    ]);
  });
});
