import { describe, expect, test } from 'vitest';
import { findDocument } from '#server/content/entries/documents.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import { aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'products/pot.md': aProduct({
    name: '壺',
    options: [{ name: '容量', values: ['150 ml', '250 ml'] }],
    variants: [
      {
        ...{ id: 's', options: { 容量: '150 ml' }, price: 500, availability: 'preorder' },
        availableFrom: '2026-12-20T00:00:30+08:00',
      },
      { id: 'l', options: { 容量: '250 ml' } },
    ],
  }),
};

/** Values of the controls of the variants, by their names. */
function cellsIn(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input[^>]*? name="f\.variants\.([^"]+)"[^>]*? value="([^"]*)"/g);
  const selects = html.matchAll(/<select[^>]*? name="f\.variants\.([^"]+)"[^>]*>(.*?)<\/select>/gs);
  return Object.fromEntries([
    ...Array.from(inputs, ([, name = '', value = '']) => [name, value]),
    ...Array.from(selects, ([, name = '', options = '']) => [
      name,
      / selected=""[^>]*>([^<]*)/.exec(options)?.[1] ?? '',
    ]),
  ]);
}

describe.for(engines)('on %s', (engine) => {
  test('options and variants come back from the form as they were', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const { read } = site.services.db;
    const before = await findDocument(read, 'products', 'pot');
    const form = await lin.get('/edit/products/pot');
    expect(cellsIn(form.text)).toMatchObject({
      '0.id': 's',
      '0.options.0': '150 ml',
      '1.options.0': '250 ml',
    });
    expect((await lin.send(form, {}, { value: 'publish' })).status).toBe(303);
    expect(await findDocument(read, 'products', 'pot')).toBe(before);
  });

  test('the buttons for all variants stand before the rows, of which there may be a hundred', async () => {
    const site = await openEditSite(engine, files);
    const { text } = await (await site.signIn()).get('/edit/products/pot');
    const places = ['combine', 'fill:price', 'fill:availability'].map((what) =>
      text.indexOf(`value="variants:${what}"`),
    );
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    expect(places[0]).toBeGreaterThan(text.indexOf('name="f.options.0.name"'));
    expect(places.at(-1)).toBeLessThan(text.indexOf('name="f.variants.0.id"'));
  });

  test('a row for each combination is made with an id, and a price for all', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const options = { 'f.options.1.name': '顏色', 'f.options.1.values': '紅\n黑' };
    const form = await lin.get('/edit/products/pot');
    const combined = await lin.send(form, options, { name: 'row', value: 'variants:combine' });
    // Those that were there have no colour yet.
    expect(cellsIn(combined.text)).toMatchObject({
      ...{ '0.id': 's', '2.id': '150-ml-紅', '2.options.0': '150 ml', '2.options.1': '紅' },
      ...{ '3.id': '150-ml-黑', '5.id': '250-ml-黑' },
    });
    const again = await lin.send(combined, {}, { name: 'row', value: 'variants:combine' });
    expect(cellsIn(again.text)).not.toHaveProperty('6.id');
    const filled = await lin.send(again, {}, { name: 'row', value: 'variants:fill:price' });
    expect(cellsIn(filled.text)).toMatchObject({ '0.price': '500', '5.price': '500' });
  });

  test('values follow an option that is moved, and go with one that is removed', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const sent = {
      ...{ 'f.options.1.name': '顏色', 'f.options.1.values': '紅' },
      ...{ 'f.variants.0.options.1': '紅', 'f.variants.1.options.1': '紅' },
    };
    const moved = await lin.send(await lin.get('/edit/products/pot'), sent, {
      name: 'row',
      value: 'options:up:1',
    });
    expect(cellsIn(moved.text)).toMatchObject({ '0.options.0': '紅', '0.options.1': '150 ml' });
    const removed = await lin.send(moved, {}, { name: 'row', value: 'options:remove:0' });
    expect(cellsIn(removed.text)).toMatchObject({ '0.options.0': '150 ml' });
  });

  test('mistakes stand beside their controls, and nothing typed is lost', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const sent = {
      ...{ 'f.salePrice': '900', 'f.gtin': '4710000000019', 'f.availability': 'backorder' },
      ...{ 'f.variants.1.options.0': '150 ml', 'f.variants.1.id': 's' },
    };
    const refused = await lin.send(await lin.get('/edit/products/pot'), sent, { value: 'publish' });
    expect(refused.status).toBe(422);
    for (const sentence of [
      '特價要比價格低。',
      '最後一位應該是 1。',
      '這一列的選項和第 1 列完全一樣',
      '「網址名稱」和第 1 列一樣',
    ])
      expect(refused.text).toContain(sentence);
    expect(refused.text).toContain('value="4710000000019"');
  });

  test('what is wrong about a sale, and options without variants, stand beside their fields', async () => {
    const site = await openEditSite(engine, { 'products/cup.md': aProduct({ name: '杯' }) });
    const lin = await site.signIn();
    const problemsAfter = async (sent: Record<string, string>) => {
      const refused = await lin.send(await lin.get('/edit/products/cup'), sent, { value: 'publish' });
      expect(refused.status).toBe(422);
      const problems = refused.text.matchAll(/<p (?:id="f-(\w+)-problem" )?class="field-problem">([^<]*)/g);
      return Array.from(problems, ([, field = '', text]) => `${field} ${text}`);
    };
    const [from, until] = ['f.salePriceFrom', 'f.salePriceUntil'];
    expect(await problemsAfter({ 'f.price': '', 'f.salePrice': '5' })).toEqual([
      'salePrice 有特價就要有價格：請填原來的價格，或清空特價。',
    ]);
    // A refused form leaves a draft, to which the next form goes on.
    const ending = { [until]: '2026-12-01', [`${until}.time`]: '08:00' };
    expect(await problemsAfter({ 'f.price': '680', 'f.salePrice': '', ...ending })).toEqual([
      'salePriceUntil 填了「特價結束」，卻沒有特價：請填特價，或清空這裡。',
    ]);
    expect(
      await problemsAfter({
        ...{ 'f.salePrice': '5', [from]: '2026-12-02', [`${from}.time`]: '08:00' },
        ...ending,
      }),
    ).toEqual(['salePriceUntil 特價的結束要晚於開始。']);
    const right = { [from]: '', [`${from}.time`]: '' };
    expect(await problemsAfter({ ...right, 'f.options.0.name': '色', 'f.options.0.values': '紅' })).toEqual([
      ' 有選項就要有款式：請按「產生所有組合」，或清空選項。',
    ]);
  });

  test('a time is asked for with what can be ordered before it is there', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const dated = await lin.send(
      await lin.get('/edit/products/pot'),
      { 'f.availability': 'backorder' },
      { value: 'publish' },
    );
    expect(dated.text).toContain('請填「到貨時間」');
  });

  test('a draft with options of one name keeps the values of its variants', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const sent = {
      ...{ 'f.options.1.name': '容量', 'f.options.1.values': '紅' },
      ...{ 'f.variants.0.options.1': '紅' },
    };
    expect((await lin.send(await lin.get('/edit/products/pot'), sent)).status).toBe(303);
    const draft = await lin.get('/edit/products/pot');
    expect(cellsIn(draft.text)).toMatchObject({ '0.options.0': '150 ml', '0.options.1': '紅' });
    const { read } = site.services.db;
    const { document } = await read.selectFrom('drafts').select('document').executeTakeFirstOrThrow();
    expect(readDocument(document).fields['variants']).toMatchObject([{ options: ['150 ml', '紅'] }, {}]);
  });
});
