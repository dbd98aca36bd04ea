import { describe, expect, test } from 'vitest';
import { aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { exportedTable, sendTable, wordsOf } from '../helpers/tables.ts';

const files: Files = {
  'products/bao.md': aProduct({ sku: 'B' }),
  'products/tea.md': aProduct({
    name: '高山茶',
    sku: 'T',
    price: 500,
    options: [
      { name: '容量', values: ['150 g', '300 g'] },
      { name: '包裝', values: ['罐', '袋, 大'] },
    ],
    variants: [
      { id: '150-tin', options: { 容量: '150 g', 包裝: '罐' }, sku: '0150' },
      {
        ...{ id: '300-bag', options: { 容量: '300 g', 包裝: '袋, 大' }, price: 900, salePrice: 800 },
        ...{ salePriceUntil: '2099-12-01T00:00:00+08:00', availability: 'sold_out' },
      },
    ],
  }),
};

const header =
  'id,variant,version,name,sku,price,salePrice,salePriceFrom,salePriceUntil,availability,availableFrom,category';

async function openTable(engine: EngineName) {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn();
  const browser = { app: site.app, cookie: lin.cookie };
  const { db } = site.services;
  const variants = async (): Promise<unknown[]> => {
    const { variants: stored } = await db.read
      .selectFrom('products')
      .select('variants')
      .where('id', '=', 'tea')
      .executeTakeFirstOrThrow();
    return JSON.parse(stored);
  };
  const revisions = () =>
    db.read
      .selectFrom('revisions')
      .innerJoin('entries', 'entries.key', 'revisions.entry_key')
      .select(['id', 'action', 'account_name'])
      .where('account_name', '!=', '')
      .execute();
  const send = (table: string) => sendTable(browser, Buffer.from(table));
  const write = (page: Awaited<ReturnType<typeof send>>) =>
    lin.send(page, {}, { name: 'do', value: 'write' });
  const read = async () => (await exportedTable(browser)).toString();
  return { ...site, lin, variants, revisions, send, write, read };
}

describe.for(engines)('on %s', (engine) => {
  test('each variant is a row below its product, whose empty cells are what the product says', async () => {
    const { read, send } = await openTable(engine);
    expect(await read()).toBe(
      [
        `\uFEFF${header}`,
        'bao,,1,文山包種茶,B,680,,,,in_stock,,茶葉',
        'tea,,1,高山茶,T,500,,,,in_stock,,茶葉',
        "tea,150-tin,1,150 g、罐,'0150,,,,,,,",
        'tea,300-bag,1,"300 g、袋, 大",,900,800,,2099-12-01 00:00,sold_out,,',
        '',
      ].join('\r\n'),
    );
    expect(wordsOf(await send(await read()))).toContain('沒有要改的地方');
  });

  test('a table changes variants with their product, in one revision', async () => {
    const { read, send, write, variants, revisions, lin } = await openTable(engine);
    const table = (await read())
      .replace('高山茶,T,500', '高山茶,T,600')
      .replace("150 g、罐,'0150,,,,,,,", `名稱不讀,'0151,"NT$1,280",,,,缺貨，可預訂,2099/12/24,`)
      .replace(',,900,800,,2099-12-01 00:00,sold_out', ',,,,,,');
    const shown = await send(table);
    const words = wordsOf(shown);
    expect(words).toContain('表格有 4 列：3 列會改，1 列和現在相同。');
    for (const cell of [
      '高山茶150 g、罐',
      '貨號：0150 → 0151',
      '價格：（空白） → NT$1,280',
      '到貨時間：（空白） → 2099-12-24 00:00',
      '特價：NT$800 → （空白）',
      '供應狀態：已售完 → （空白）',
    ])
      expect.soft(words).toContain(cell);
    const written = await write(shown);
    expect(written.headers['location']).toContain('written=1');
    expect(await variants()).toEqual([
      {
        ...{ id: '150-tin', options: { 容量: '150 g', 包裝: '罐' }, sku: '0151', price: 1280 },
        ...{ availability: 'backorder', availableFrom: '2099-12-23T16:00:00.000Z' },
      },
      { id: '300-bag', options: { 容量: '300 g', 包裝: '袋, 大' } },
    ]);
    expect(await revisions()).toEqual([{ id: 'tea', action: 'publish', account_name: '林小青' }]);
    const page = await lin.get('/product/info/tea?variant=300-bag');
    expect(page.text).toContain('NT$600');
    expect(wordsOf(await send(await read()))).toContain('沒有要改的地方');
  });

  test('a mistake in one row of a product leaves its other rows as they are', async () => {
    const { send, write, variants } = await openTable(engine);
    const table = [
      header,
      'bao,,1,文山包種茶,B,700,,,,in_stock,,茶葉',
      'tea,,1,高山茶,T,550,,,,in_stock,,茶葉',
      'tea,150-tin,1,,0150,十元,,,,,,',
      'tea,300-bag,1,,,950,800,,2099-12-01 00:00,sold_out,,茶器',
      'tea,450-tin,1,,,1,,,,,,',
      'bao,red,1,,,1,,,,,,',
    ];
    const shown = await send(table.join('\n'));
    expect(shown.status).toBe(422);
    const words = wordsOf(shown);
    for (const sentence of [
      '第 4 列，tea，款式「150-tin」：看不懂「價格」的「十元」',
      '第 5 列，tea，款式「300-bag」：款式沒有自己的「分類」',
      '第 6 列，tea，款式「450-tin」：這項商品沒有這個款式。表格不會新增款式',
      '第 7 列，bao，款式「red」：這項商品沒有這個款式。',
      '第 3 列，高山茶：同一項商品的第 4 列有錯，一起略過。',
    ])
      expect.soft(words).toContain(sentence);
    expect(shown.text).not.toContain('value="write"');

    const twice = await send([...table.slice(0, 3), table[2], 'tea,150-tin,1,,1,,,,,,,'].join('\n'));
    expect(wordsOf(twice)).toContain('第 3 列，tea：和第 4 列是同一項商品');
    expect(wordsOf(twice)).toContain('第 5 列，高山茶，款式「150-tin」：同一項商品的第 3 列有錯');
    const before = await variants();
    expect((await write(twice)).headers['location']).toContain('written=1');
    expect(await variants()).toEqual(before);
  });

  test('values that do not go together are said at the row of the variant', async () => {
    const { send } = await openTable(engine);
    const lower = wordsOf(await send('id,variant,price\ntea,300-bag,700\n'));
    expect(lower).toContain('第 2 列，tea，款式「300-bag」：特價要比價格低。');
    const same = wordsOf(await send('id,variant,sku\ntea,300-bag,0150\n'));
    expect(same).toContain('「貨號」和款式「150-tin」一樣，請改掉其中一個。');
    const own = wordsOf(await send('id,variant,sku\ntea,150-tin,T\n'));
    expect(own).toContain('「貨號」和商品本身一樣');
    // The row that is wrong is the only one there.
    const ofProduct = wordsOf(await send('id,sku\ntea,0150\n'));
    expect(ofProduct).toContain('第 2 列，tea，款式「150-tin」：「貨號」和商品本身一樣');
  });

  test('a product that others changed is left out with all its rows', async () => {
    const { read, send, write, signIn, variants } = await openTable(engine);
    const table = (await read()).replace(',900,800,', ',910,810,').replace('T,500', 'T,510');
    const chen = await signIn('editor', '陳又芳');
    await chen.send(await chen.get('/edit/products/tea'), { 'f.name': '改過' }, { value: 'publish' });
    const words = wordsOf(await send(table.replace('B,680', 'B,690')));
    expect(words).toContain('略過的 2 列');
    expect(words).toContain('改過，款式「300-bag」：下載之後有人改過');
    const fresh = await send((await read()).replace(',900,800,', ',910,810,').replace('T,500', 'T,510'));
    await chen.send(await chen.get('/edit/products/tea'), { 'f.name': '又改過' }, { value: 'publish' });
    const before = await variants();
    const refused = await write(fresh);
    expect(refused.status).toBe(409);
    expect(wordsOf(refused).match(/又改過：下載之後有人改過/g)).toHaveLength(1);
    expect(await variants()).toEqual(before);
  });
});

test('a table of a build before, without the column of variants, changes products alone', async () => {
  const { send, write, variants, services } = await openTable('sqlite');
  const before = await variants();
  const shown = await send('id,version,name,price\nbao,1,文山包種茶,680\ntea,1,高山茶,510\n');
  expect(wordsOf(shown)).toContain('表格有 2 列：1 列會改，1 列和現在相同。');
  await write(shown);
  expect(await variants()).toEqual(before);
  const { list_price } = await services.db.read
    .selectFrom('products')
    .select('list_price')
    .where('id', '=', 'tea')
    .executeTakeFirstOrThrow();
  expect(list_price).toBe(510);
});
