import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { findDocument } from '#server/content/entries/documents.ts';
import { compareFields } from '#server/content/history/differences.ts';
import { readDocument, writeDocument } from '#server/content/entries/entry-document.ts';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import { editForms } from '#shared/editing/edit-forms.ts';
import { aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { keyOf } from '../helpers/entries.ts';

const files: Files = { 'products/pot.md': aProduct({ name: '壺' }) };

const names = ['產地', '100', '7', '容量', '-1', '3'];
const rows = (pairs: readonly (readonly [string, string])[]) =>
  Object.fromEntries(
    pairs.flatMap(([name, value], row) => [
      [`f.specs.${row}.name`, name],
      [`f.specs.${row}.value`, value],
    ]),
  );
const rowsInGroups = (cells: readonly (readonly [string, string, string])[]) =>
  Object.fromEntries(
    cells.flatMap(([group, name, value], row) => [
      [`f.specs.${row}.group`, group],
      [`f.specs.${row}.name`, name],
      [`f.specs.${row}.value`, value],
    ]),
  );
const inOrder = rows(names.map((name) => [name, `值${name}`]));

/** Names of the rows that a form shows. */
function namesIn(html: string): string[] {
  return Array.from(html.matchAll(/name="f\.specs\.\d+\.name" value="([^"]*)"/g), ([, name = '']) => name);
}

describe.for(engines)('on %s', (engine) => {
  test('values of a product keep their order, whatever they are called', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const { read } = site.services.db;
    await lin.send(await lin.get('/edit/products/pot'), inOrder);
    const draft = await lin.get('/edit/products/pot');
    expect(namesIn(draft.text)).toEqual(names);
    expect((await lin.get(await previewOf(site))).text).toMatch(/值產地.*值100.*值7.*值容量.*值-1.*值3/s);
    expect((await lin.send(draft, {}, { value: 'publish' })).status).toBe(303);
    expect(namesIn((await lin.get('/edit/products/pot')).text)).toEqual(names);
    const { text } = await request(site.app).get('/product/info/pot');
    expect(Array.from(text.matchAll(/<dt>([^<]*)/g), ([, name]) => name)).toEqual(names);

    // Out and in again, they are the same: an import writes nothing.
    const document = (await findDocument(read, 'products', 'pot')) ?? '';
    expect(writeDocument(readDocument(document))).toBe(document);
    const versions = () => read.selectFrom('entries').select('version').execute();
    const before = await versions();
    await site.import({ 'products/pot.md': document });
    expect(await versions()).toEqual(before);

    // The first to write their own order.
    const yaml =
      '---\nname: 壺\ncategory: 茶器\nspecs:\n  乙: 1\n  9: x\n  甲: y\n  007: z\nstatus: draft\n---\n';
    await site.import({ 'products/pot.md': yaml });
    expect(namesIn((await lin.get('/edit/products/pot')).text)).toEqual(['乙', '9', '甲', '007']);
  });

  async function previewOf({ services }: Awaited<ReturnType<typeof openEditSite>>) {
    return `/edit/preview/${await keyOf(services.db.read, 'products', 'pot')}/now/product/info/pot`;
  }

  test('a name given twice is told, and both values are kept', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const twice = rows([
      ['產地', '鶯歌'],
      ['容量', '150'],
      [' 產地', '坪林'],
      ['', '無名'],
    ]);
    const page = await lin.get('/edit/products/pot');
    const refused = await lin.send(page, twice, { value: 'publish' });
    expect(refused.status).toBe(422);
    for (const told of ['「規格名稱」裡的「產地」出現了兩次，請改掉其中一個。', '請填寫「規格名稱」。'])
      expect(refused.text).toContain(told);
    expect(refused.text).toContain('id="f-specs.2.name-problem"');
    expect(refused.text).toContain('id="f-specs.3.name-problem"');
    await lin.send(await lin.get('/edit/products/pot'), twice);
    const draft = await lin.get('/edit/products/pot');
    expect(namesIn(draft.text)).toEqual(['產地', '容量', '產地', '']);
    for (const value of ['鶯歌', '150', '坪林', '無名']) expect(draft.text).toContain(`>${value}</textarea>`);
    expect((await lin.get(await previewOf(site))).text).toContain('「規格名稱」裡的「產地」出現了兩次');
    const mended = { 'f.specs.2.name': '窯', 'f.specs.3.name': '款' };
    expect((await lin.send(draft, mended, { value: 'publish' })).status).toBe(303);
  });

  test('groups and several values go through form, page and file as they are', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const typed = rowsInGroups([
      ['', '產地', '鶯歌'],
      ['尺寸', '長', '10 公分'],
      ['', '顏色', '白\n 青 \n'],
      ['尺寸', '2', '5 公分'],
      ['包裝', '長', '30 公分\n40 公分'],
    ]);
    const page = await lin.get('/edit/products/pot');
    expect((await lin.send(page, typed, { value: 'publish' })).status).toBe(303);
    const form = await lin.get('/edit/products/pot');
    expect(namesIn(form.text)).toEqual(['產地', '長', '2', '顏色', '長']);
    expect(form.text).toMatch(/name="f\.specs\.1\.group" value="尺寸"/);
    expect(form.text).toMatch(/>白\n青<\/textarea>/);
    const { text } = await request(site.app).get('/product/info/pot');
    expect(text).toMatch(
      /產地<.*>鶯歌<.*<h3[^>]*>尺寸<.*>長<.*>10 公分<.*>2<.*>5 公分<.*>顏色<.*>白、青<.*<h3[^>]*>包裝<.*>30 公分、40 公分</s,
    );
    expect(text).toContain('{"@type":"PropertyValue","name":"顏色","value":"白、青"}');

    const document = (await findDocument(site.services.db.read, 'products', 'pot')) ?? '';
    expect(document).toContain(
      'specs:\n  產地: 鶯歌\n  尺寸:\n    長: 10 公分\n    "2": 5 公分\n  顏色:\n    - 白\n    - 青\n  包裝:\n    長:\n      - 30 公分\n      - 40 公分\n',
    );
    expect(writeDocument(readDocument(document))).toBe(document);
    // Another press of the button changes nothing.
    expect((await lin.send(form, {}, { value: 'publish' })).status).toBe(303);
    expect(await findDocument(site.services.db.read, 'products', 'pot')).toBe(document);
  });

  test('a mistake in a group is told at its row, and nothing is lost', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const typed = rowsInGroups([
      ['', '尺寸', '大'],
      ['尺寸', '長', '10 公分'],
      ['尺寸', ' 長', '11 公分'],
      ['包裝', '紙盒', ''],
      ['包裝', '', '紙'],
    ]);
    const refused = await lin.send(await lin.get('/edit/products/pot'), typed, { value: 'publish' });
    expect(refused.status).toBe(422);
    for (const cell of ['0.name', '2.name', '3.value', '4.name'])
      expect(refused.text).toContain(`id="f-specs.${cell}-problem"`);
    const draft = await lin.get('/edit/products/pot');
    expect(namesIn(draft.text)).toEqual(['尺寸', '長', '長', '紙盒', '']);
    expect(
      Array.from(draft.text.matchAll(/name="f\.specs\.\d\.group" value="([^"]*)"/g), ([, it]) => it),
    ).toEqual(['', '尺寸', '尺寸', '包裝', '包裝']);
  });

  test('a product mentioned twice is told by its name', async () => {
    const site = await openEditSite(engine, { ...files });
    const lin = await site.signIn();
    const typed = { id: 'a', 'f.title': '題', 'f.products.0': 'pot' };
    const saved = await lin.send(await lin.get('/edit/articles/_new'), typed);
    let form = await lin.get(String(saved.headers['location']));
    form = await lin.send(form, {}, { name: 'row', value: 'products:add' });
    const refused = await lin.send(form, { 'f.products.1': 'pot' }, { value: 'publish' });
    expect(refused.text).toContain('「文中提到的商品」裡的「pot」出現了兩次');
    expect(refused.text).not.toContain('「文中提到的商品」不符合規則');
  });
});

test('the history shows values that only changed places', () => {
  const [old, now] = ['7: a\n  8: b', '8: b\n  7: a'].map(
    (specs) => readDocument(`---\nname: 壺\nspecs:\n  ${specs}\n---\n`).fields,
  );
  expect(compareFields(old ?? {}, now ?? {})).toEqual([
    {
      path: 'specs',
      before: [
        ['7', 'a'],
        ['8', 'b'],
      ],
      after: [
        ['8', 'b'],
        ['7', 'a'],
      ],
    },
  ]);
  const [few, more] = ['a: 1', 'a: 2\n  b: 3'].map(
    (specs) => readDocument(`---\nspecs:\n  ${specs}\n---\n`).fields,
  );
  expect(compareFields(few ?? {}, more ?? {}).map(({ path }) => path)).toEqual(['specs.a', 'specs.b']);
});

test('names that a file tells apart by white space alone are refused', () => {
  const specs = new Map([
    ['產地', 'a'],
    ['產地 ', 'b'],
  ]);
  const paths = contentKinds.products
    .findIssues({ name: '壺', category: '茶', specs })
    .map(({ path }) => path[0]);
  expect(paths).toContain('specs');
});

test('every map whose names editors choose is read in its order', () => {
  const maps = Object.values(editForms)
    .flat()
    .filter(({ type }) => type === 'pairs');
  expect(maps).not.toEqual([]);
  for (const { name } of maps) {
    const document = readDocument(`---\n${name}: { b: 1, 1: 2, c: { y: 1, 2: [z] } }\n---\n`);
    const within = new Map<string, unknown>([
      ['y', 1],
      ['2', ['z']],
    ]);
    const map = new Map<string, unknown>([
      ['b', 1],
      ['1', 2],
      ['c', within],
    ]);
    expect([...(document.fields[name] as typeof map)]).toEqual([...map]);
  }
});

test('groups that only changed places, and values within them, are told apart', () => {
  const [old, now] = ['{ 長: 1, 寬: 2 }', '{ 寬: 2, 長: 1 }'].map(
    (size) => readDocument(`---\nspecs: { 尺寸: ${size} }\n---\n`).fields,
  );
  expect(compareFields(old ?? {}, now ?? {}).map(({ path }) => path)).toEqual(['specs.尺寸']);
});
