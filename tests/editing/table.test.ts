import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { exportedTable, sendTable, wordsOf } from '../helpers/tables.ts';

const files: Files = {
  'products/bao.md': aProduct({ name: '文山包種茶', sku: '007', price: 680 }),
  'products/cup.md': aProduct({ name: '小杯, "白"', category: '茶器', availability: 'sold_out' }),
  'products/free.md': aProduct({ name: '=1+1', price: 0 }),
  'products/ask.md': aProduct({ name: '堃字茶倉', status: 'archived' }).replace('price: 680\n', ''),
};

async function openTable(engine: EngineName) {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn();
  const browser = { app: site.app, cookie: lin.cookie };
  const productOf = (id: string) =>
    site.services.db.read
      .selectFrom('products')
      .select(['name', 'sku', 'price_twd', 'availability', 'category', 'status', 'description_html'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  return { ...site, lin, browser, productOf, read: async () => (await exportedTable(browser)).toString() };
}

describe.for(engines)('on %s', (engine) => {
  test('the table of products is a file that spreadsheet programs of Taiwan read', async () => {
    const { read } = await openTable(engine);
    expect(await read()).toBe(
      [
        '\uFEFFid,variant,version,name,sku,price,salePrice,salePriceFrom,salePriceUntil,availability,availableFrom,category',
        'ask,,1,堃字茶倉,,,,,,in_stock,,茶葉',
        `bao,,1,文山包種茶,'007,680,,,,in_stock,,茶葉`,
        'cup,,1,"小杯, ""白""",,680,,,,sold_out,,茶器',
        `free,,1,'=1+1,,0,,,,in_stock,,茶葉`,
        '',
      ].join('\r\n'),
    );
  });

  test('a table changes what it says after its differences were shown, with a revision each', async () => {
    const { lin, browser, productOf, read, services, app } = await openTable(engine);
    const before = await productOf('bao');
    const table = (await read())
      .replace(`'007,680,,,,in_stock`, `'008,"NT$1,280",９９０,2099/11/30 10:00,,已售完`)
      .replace(',0,,,,in_stock,,茶葉', ',１２０,,,,preorder,2099/12/1,茶器');
    const shown = await sendTable(browser, Buffer.from(table));
    expect(shown.status).toBe(200);
    const words = wordsOf(shown);
    expect(words).toContain('表格有 4 列：2 列會改，2 列和現在相同。');
    for (const cell of [
      '貨號：007 → 008',
      '價格：NT$680 → NT$1,280',
      '供應狀態：有現貨 → 已售完',
      '價格：NT$0 → NT$120',
      '特價：（空白） → NT$990',
      '特價開始：（空白） → 2099-11-30 10:00',
    ])
      expect(words).toContain(cell);
    expect(await productOf('bao')).toEqual(before);

    const written = await lin.send(shown, {}, { name: 'do', value: 'write' });
    expect(written.status).toBe(303);
    expect((await lin.get(String(written.headers['location']))).text).toContain('已經改好 2 項商品。');
    const text = {
      name: before.name,
      description_html: before.description_html,
      status: 'published',
      category: '茶葉',
    };
    expect(await productOf('bao')).toEqual({
      ...text,
      sku: '008',
      price_twd: 1280,
      availability: 'sold_out',
    });
    expect(await productOf('free')).toMatchObject({ name: '=1+1', price_twd: 120, category: '茶器' });
    expect((await request(app).get('/product/info/bao')).text).toContain('NT$1,280');
    const revisions = await services.db.read
      .selectFrom('revisions')
      .innerJoin('entries', 'entries.key', 'revisions.entry_key')
      .select(['id', 'action', 'account_name'])
      .orderBy('seq')
      .execute();
    expect(revisions.filter(({ id }) => id === 'bao')).toEqual([
      { id: 'bao', action: 'import', account_name: '' },
      { id: 'bao', action: 'publish', account_name: '林小青' },
    ]);
    expect(revisions.filter(({ id }) => id === 'ask')).toEqual([]);
    // Sent again, it has nothing left to do.
    const again = await lin.send(shown, {}, { name: 'do', value: 'write' });
    expect(again.headers['location']).toContain('written=0');
    expect((await lin.get('/edit')).text).toContain('一次改了 2 項');
  });

  test('nothing is written while a table has a mistake, and each is said with its line', async () => {
    const { lin, browser, productOf } = await openTable(engine);
    const table = [
      'id,version,name,price,availability,category,備註',
      'bao,1,文山包種茶,1280元起,in_stock,茶葉,貴',
      'cup,1,,100,in_stock,茶器',
      'nothing,1,無,100,in_stock,茶葉',
      'free,1,送,1,沒有,茶業',
      ',,沒有,1,in_stock,茶葉',
      'ask,一,問,1,in_stock,茶葉',
      '',
      'new,1,新,1,in_stock,茶葉,,多',
    ].join('\n');
    const refused = await sendTable(browser, Buffer.from(table));
    expect(refused.status).toBe(422);
    const words = wordsOf(refused);
    for (const sentence of [
      '第 2 列，bao：看不懂「價格」的「1280元起」。請寫新台幣的整數，例如 1280；不標價就留空。',
      '第 3 列，cup：「名稱」不能是空白的。',
      '第 4 列，nothing：沒有這個網址名稱的商品。',
      '第 5 列，free：看不懂「供應狀態」的「沒有」。可以填：有現貨（in_stock）',
      '第 6 列：這一列沒有網址名稱（id）',
      '第 7 列，ask：版本（version）不是數字',
      '第 9 列，new：這一列的格子比第 1 列多',
      '沒有叫做「備註」的欄位',
    ])
      expect.soft(words).toContain(sentence);
    expect(refused.text).not.toContain('value="write"');

    const twice = await sendTable(browser, Buffer.from('id;price\nbao;1\ncup;2\nbao;3\nfree;5'));
    expect(wordsOf(twice)).toContain('第 2 列，bao：和第 4 列是同一項商品');
    expect(wordsOf(twice)).toContain('第 4 列，bao：和第 2 列是同一項商品');
    expect(wordsOf(twice)).toContain('沒有版本（version）這一欄');
    // Left out on purpose.
    expect(wordsOf(twice)).toContain('略過有錯的 2 列，寫入其餘 2 列');
    const written = await lin.send(twice, {}, { name: 'do', value: 'write' });
    expect(written.headers['location']).toContain('written=2');
    expect((await productOf('bao')).price_twd).toBe(680);
    expect((await productOf('cup')).price_twd).toBe(2);
  });

  test('a row that others changed, or that has a draft, is left out and said', async () => {
    const { lin, browser, productOf, read, signIn } = await openTable(engine);
    const chen = await signIn('editor', '陳又芳');
    const table = (await read()).replaceAll(',680,', ',700,').replace(',0,', ',1,');
    await chen.send(await chen.get('/edit/products/cup'), { 'f.name': '草稿' });
    await chen.send(await chen.get('/edit/products/free'), { 'f.name': '改過' }, { value: 'publish' });
    const shown = await sendTable(browser, Buffer.from(table));
    const words = wordsOf(shown);
    expect(words).toContain('1 列會改');
    expect(words).toContain('小杯, &quot;白&quot;：陳又芳正在修改，有還沒發布的草稿。');
    expect(words).toContain('改過：下載之後有人改過；請重新下載，再改一次。');
    // Somebody is quicker than the press.
    await chen.send(await chen.get('/edit/products/bao'), { 'f.price': '690' }, { value: 'publish' });
    const written = await lin.send(shown, {}, { name: 'do', value: 'write' });
    expect(written.status).toBe(409);
    expect(wordsOf(written)).toContain('文山包種茶：下載之後有人改過');
    expect((await productOf('bao')).price_twd).toBe(690);
  });

  test('a table that says nothing new changes nothing', async () => {
    const { browser, read, services } = await openTable(engine);
    const versions = () =>
      services.db.read.selectFrom('entries').select(['id', 'version']).orderBy('id').execute();
    const before = await versions();
    const shown = await sendTable(browser, Buffer.from(await read()));
    expect(wordsOf(shown)).toContain('沒有要改的地方');
    expect(shown.text).not.toContain('value="write"');
    expect(await versions()).toEqual(before);
  });
});

test('a column that is missing is left alone, and an empty cell empties', async () => {
  const { lin, browser, productOf } = await openTable('sqlite');
  const shown = await sendTable(browser, Buffer.from('價格\tid\t貨號\n\tbao\t\n'));
  await lin.send(shown, {}, { name: 'do', value: 'write' });
  expect(await productOf('bao')).toMatchObject({
    name: '文山包種茶',
    price_twd: null,
    sku: null,
    category: '茶葉',
  });
});

test('cells can be pasted, and stay there when they cannot be read', async () => {
  const { lin, productOf } = await openTable('sqlite');
  const page = await lin.get('/edit/products/_table');
  const table = 'id\tprice\nbao\t很貴';
  const refused = await lin.send(page, { table }, { value: 'check' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain(`>${table}</textarea>`);
  const shown = await lin.send(page, { table: 'id\tprice\nbao\t1' }, { value: 'check' });
  await lin.send(shown, {}, { name: 'do', value: 'write' });
  expect((await productOf('bao')).price_twd).toBe(1);
  const nothing = await lin.send(page, { table: '' }, { value: 'check' });
  expect(nothing.text).toContain('請選一個檔案，或貼上儲存格。');
  // More than 2 MB are read to the end.
  const long = `id\tprice\n${`x\t${' '.repeat(2_500)}1\n`.repeat(1_000)}`;
  const { text } = await lin.send(page, { table: long }, { value: 'check' });
  expect(text).toContain('有錯的 1,000 處');
});

describe('a file', () => {
  const text = 'id,version,name,price\r\nbao,1,文山包種茶,700\r\nask,1,堃字茶倉,\r\n';
  const utf16 = (isBig: boolean) => {
    const bytes = Buffer.from(`\uFEFF${text.replaceAll(',', '\t')}`, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
  };
  // 文山包種茶 and 字茶倉 in Big5, with ? for the sign that Windows finds no code for.
  const big5 = Buffer.concat([
    Buffer.from('id;version;name;price\r\nbao;1;'),
    Buffer.from('a4e5a473a55dbad8aff9', 'hex'),
    Buffer.from(';700\r\nask;1;?'),
    Buffer.from('a672aff9addc', 'hex'),
    Buffer.from(';\r\n'),
  ]);

  test.each([
    ['in UTF-8 with a byte-order mark', Buffer.from(`\uFEFF${text}`)],
    ['with line feeds and quoted cells', Buffer.from(text.replaceAll('\r\n', '\n').replace('bao', '"bao"'))],
    ['in UTF-16', utf16(false)],
    ['in UTF-16 of the other order', utf16(true)],
    ['in Big5 with semicolons', big5],
    ['that names its separator', Buffer.from(`sep=;\r\n${text.replaceAll(',', ';')}`)],
    ['without the empty cells at the ends of rows', Buffer.from(text.replace('堃字茶倉,', '堃字茶倉'))],
  ])('%s is understood', async (_, file) => {
    const { browser } = await openTable('sqlite');
    const shown = await sendTable(browser, file);
    expect(wordsOf(shown)).toContain('表格有 2 列：1 列會改，1 列和現在相同。');
    expect(wordsOf(shown)).toContain('價格：NT$680 → NT$700');
  });

  test.each([
    ['that is empty', '', 422, '請選一個檔案'],
    ['with a blank line', '\r\n', 422, '第 1 列沒有 id 這一欄'],
    ['of a spreadsheet program', 'PK\x03\x04xlsx', 422, '另存成「CSV UTF-8」'],
    ['in no encoding', Buffer.from([0x69, 0xff, 0xff, 0x2c]), 422, '看不懂這個檔案的文字編碼'],
    ['with a NUL', 'id,price\0\nbao,1', 422, '看不懂這個檔案的文字編碼'],
    ['with a quotation mark that does not end', 'id,price\nbao,1\ncup,"2\n', 422, '第 3 列的引號沒有成對'],
    ['without ids', 'name,price\nbao,1', 422, '可以用的欄位：id、variant、version、name'],
    ['without values', 'id,version\nbao,1', 422, '第 1 列沒有可以修改的欄位'],
    ['with a column twice', 'id,price,價格\nbao,1,2', 422, '第 1 列有兩個「price」'],
    ['of 100,000 rows', `id,price\n${'bao,1\n'.repeat(100_000)}`, 422, '超過 20,000 列（每個款式也算一列）'],
    ['of 9 MB', 'x'.repeat(9_000_000), 413, '超過 8 MB'],
  ])('%s is answered with a sentence', async (_, content, status, sentence) => {
    const { browser } = await openTable('sqlite');
    const refused = await sendTable(browser, Buffer.from(content));
    expect(refused.status).toBe(status);
    expect(wordsOf(refused)).toContain(sentence);
  });
});

test('kinds without a table have no page of it, and readers none at all', async () => {
  const { lin, signIn, app } = await openTable('sqlite');
  for (const path of ['_table', '_table/export']) {
    expect((await lin.get(`/edit/articles/${path}`)).status).toBe(404);
    const reader = await signIn('reader');
    expect((await reader.get(`/edit/products/${path}`)).status).toBe(404);
    expect((await request(app).get(`/edit/products/${path}`)).status).toBe(404);
  }
});
