import { describe, expect, test } from 'vitest';
import { aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'products/pot.md': aProduct({ name: '壺', sku: 'QY-120 ml' }),
  'products/old.md': aProduct({ name: '舊壺', sku: 'QY-90', status: 'archived' }),
  'products/other.md': aProduct({ name: '杯', sku: 'QY-1' }),
  'products/plain.md': aProduct({ name: '茶' }),
};

describe.for(engines)('on %s', (engine) => {
  test('editors see the number of a product in the list, and find it by that', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const form = await lin.get('/edit/products/_new');
    await lin.send(form, { id: 'new', 'f.name': '新壺', 'f.sku': 'QY 200' });
    await lin.send(await lin.get('/edit/products/pot'), { 'f.name': '改壺' });

    const all = await lin.get('/edit/products');
    for (const number of ['QY-120 ml', 'QY-90', 'QY-1', 'QY 200'])
      expect(all.text).toContain(`貨號：${number}<`);
    expect(all.text).toContain('搜尋名稱或貨號');
    const found = async (query: string) => {
      const { text } = await lin.get(`/edit/products?${query}`);
      return Array.from(text.matchAll(/<a href="\/edit\/products\/([a-z]+)"/g), ([, id]) => id);
    };
    expect(await found('q=QY-120+ml')).toEqual(['pot']);
    expect(await found('q=qy120ml')).toEqual(['pot']);
    expect(await found('q=qy-90')).toEqual(['old']);
    expect(await found('q=QY-200')).toEqual(['new']);
    expect(await found('q=QY-12')).toEqual([]);
    expect(await found('q=QY-90&state=published')).toEqual([]);
    expect(await found('q=QY-90&state=archived')).toEqual(['old']);
    expect(await found('q=QY-120ml&state=changed')).toEqual(['pot']);
    expect(await found('q=QY-1&state=changed')).toEqual([]);
    expect((await lin.get('/edit/articles')).text).toContain('搜尋標題');
  });
});
