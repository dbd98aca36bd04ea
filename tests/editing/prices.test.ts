import { describe, expect, test } from 'vitest';
import { aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

describe.for(engines)('on %s', (engine) => {
  test('a price is understood as people type it, and what is none stays with what would be right', async () => {
    const { services, signIn } = await openEditSite(engine, { 'products/pot.md': aProduct() });
    const priceOf = async () =>
      (await services.db.read.selectFrom('products').select('price_twd').execute()).map(
        (row) => row.price_twd,
      );
    const lin = await signIn();
    const publish = async (price: string) =>
      lin.send(await lin.get('/edit/products/pot'), { 'f.price': price }, { value: 'publish' });
    for (const [typed, price] of [
      ['1,280', 1280],
      ['１００', 100],
      ['NT$ 2,500 元', 2500],
      [' 90　', 90],
      ['', null],
    ] as const) {
      expect((await publish(typed)).status, typed).toBe(303);
      expect(await priceOf()).toEqual([price]);
    }
    const refused = await publish('680元起');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('「價格」不符合規則。新台幣的整數，例如 680 或 1,280；不標價就留空。');
    expect(refused.text).toContain('value="680元起"');
    // A draft keeps it.
    expect((await lin.send(refused, {})).status).toBe(303);
    expect((await lin.get('/edit/products/pot')).text).toContain('value="680元起"');
    expect(await priceOf()).toEqual([null]);
  });

  test('front matter may have a price as people write it', async () => {
    const prices = { a: '1,280', b: 'ＮＴ＄１００', c: 680 };
    const files = Object.entries(prices).map(([id, price]) => [`products/${id}.md`, aProduct({ price })]);
    const { services } = await openEditSite(engine, Object.fromEntries(files));
    const stored = await services.db.read.selectFrom('products').select(['id', 'price_twd']).execute();
    expect(new Map(stored.map((row) => [row.id, row.price_twd]))).toEqual(
      new Map([
        ['a', 1280],
        ['b', 100],
        ['c', 680],
      ]),
    );
  });
});
