import { describe, expect, test } from 'vitest';
import { findDocument } from '#server/content/entries/documents.ts';
import { compareFields } from '#server/content/history/differences.ts';
import { aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'products/pot.md': aProduct({ name: '壺', related: ['cup'] }),
  'products/cup.md': aProduct({ name: '杯', related: ['pot'] }),
};

describe.for(engines)('on %s', (engine) => {
  test('the label of a product is a group of fields in its form', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const { read } = site.services.db;
    const page = await lin.get('/edit/products/pot');
    expect(page.text).toMatch(/<details class="[^"]*"><summary>商品標示/);
    const typed = {
      'f.labelling.maker.name': '青葉有限公司',
      'f.labelling.maker.phone': '049-258-0000',
      'f.labelling.origin': '臺灣',
      'f.labelling.marks.0.mark': 'ncc',
      'f.labelling.marks.0.number': 'CCAH01',
      'f.purchaseLinks.0.url': 'https://shopee.tw/pot',
      'f.badges': '限量\n手作',
      'f.related.0': '杯',
    };
    expect((await lin.send(page, typed, { value: 'publish' })).status).toBe(303);
    expect(await findDocument(read, 'products', 'pot')).toContain(
      'purchaseLinks:\n  - url: https://shopee.tw/pot\nbadges:\n  - 限量\n  - 手作\nrelated:\n  - cup\nlabelling:\n  maker:\n    name: 青葉有限公司\n    phone: 049-258-0000\n  origin: 臺灣\n  marks:\n    - mark: ncc\n      number: CCAH01\n',
    );
    const form = await lin.get('/edit/products/pot');
    expect(form.text).toMatch(/<details (?:class="[^"]*" )?open=""(?: class="[^"]*")?><summary>商品標示/);
    expect(form.text).toMatch(/name="f\.labelling\.maker\.phone"[^>]* value="049-258-0000"/);

    const emptied = { 'f.labelling.maker.name': '', 'f.labelling.origin': '' };
    const refused = await lin.send(form, emptied, { value: 'publish' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('請填寫「製造商名稱」。');
    expect(refused.text).toContain('id="f-labelling.maker.name-problem"');
    expect(refused.text).toMatch(/name="f\.labelling\.maker\.phone"[^>]* value="049-258-0000"/);
  });

  test('a product that others name leaves their lists with it, and comes back into them', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn('admin');
    const { read } = site.services.db;
    const relatedOf = async (id: string) => {
      const document = (await findDocument(read, 'products', id)) ?? '';
      return /related:\n((?: {2}- .*\n)*)/.exec(document)?.[1]?.match(/[\w-]+(?=\n)/g) ?? [];
    };
    const asked = await lin.get('/edit/products/cup/remove');
    expect(asked.text).toContain('商品「壺」');
    const removed = await lin.send(asked, {}, { value: 'remove' });
    expect(await relatedOf('pot')).toEqual([]);
    const list = await lin.get(String(removed.headers['location']));
    expect((await lin.send(list, {}, { value: 'restore' })).status).toBe(303);
    expect(await relatedOf('pot')).toEqual(['cup']);
    expect(await relatedOf('cup')).toEqual(['pot']);

    const rename = await lin.get('/edit/products/cup/rename');
    expect((await lin.send(rename, { id: 'bowl' }, { value: 'rename' })).status).toBe(303);
    expect(await relatedOf('pot')).toEqual(['bowl']);
    expect(await relatedOf('bowl')).toEqual(['pot']);
  });
});

test('the history tells the values of a group one by one, also of a new one', () => {
  const labelling = { maker: { name: '青葉' }, origin: '臺灣' };
  expect(compareFields({}, { labelling }).map(({ path }) => path)).toEqual([
    'labelling.maker.name',
    'labelling.origin',
  ]);
  expect(compareFields({ labelling }, { labelling: { origin: '日本' } })).toEqual([
    { path: 'labelling.maker.name', before: '青葉', after: null },
    { path: 'labelling.origin', before: '臺灣', after: '日本' },
  ]);
});
