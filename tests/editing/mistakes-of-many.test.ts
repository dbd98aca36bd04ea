import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { sendTable, wordsOf } from '../helpers/tables.ts';

const files: Files = {
  'products/bao.md': aProduct({ name: '文山包種茶' }),
  'products/cup.md': aProduct({ name: '小杯', salePrice: 500 }),
  // A file may lack the time, and older ones do.
  'products/old.md': aProduct({ name: '老茶', availability: 'preorder' }),
};

async function open(engine: EngineName) {
  const site = await openEditSite(engine, files);
  const { cookie } = await site.signIn();
  const send = async (...rows: string[]) =>
    wordsOf(await sendTable({ app: site.app, cookie }, Buffer.from(rows.join('\n'))));
  const press = async (fields: [name: string, value: string][]) => {
    let post = request(site.app).post('/edit/products/_many').set({ Cookie: cookie, Accept: 'text/html' });
    for (const [name, value] of [['whole', 'yes'] as const, ...fields]) post = post.field(name, value);
    return post;
  };
  const stored = async () => {
    const { db } = site.services;
    const rows = await db.read.selectFrom('products').select(['id', 'supply']).orderBy('id').execute();
    return rows.map(({ id, supply }) => `${id} ${supply}`);
  };
  return { send, press, stored };
}

describe.for(engines)('on %s', (engine) => {
  test('a value of a table that does not go with the others is said with its reason', async () => {
    const { send } = await open(engine);
    const words = await send(
      'id,version,price,salePrice,salePriceFrom,salePriceUntil,availability,availableFrom',
      'bao,1,680,700,,,in_stock,',
      'cup,1,680,500,2026-12-02 10:00,2026-12-01 10:00,in_stock,',
      'old,1,,500,,,preorder,',
    );
    expect(words).toContain('第 2 列，bao：特價要比價格低。');
    expect(words).toContain('第 3 列，cup：特價的結束要晚於開始。');
    expect(words).toContain('第 4 列，old：有特價就要有價格');
  });

  test('what can be ordered before it is there needs its time in a table, unless it lacked it before', async () => {
    const { send } = await open(engine);
    const words = await send('id,version,price,availability', 'bao,1,680,preorder', 'old,1,690,preorder');
    expect(words).toContain('第 2 列，bao：請填「到貨時間」：可預購與缺貨可預訂的商品');
    expect(words).not.toContain('第 3 列，old：');
    const dated = await send('id,version,availability,availableFrom', 'bao,1,preorder,2099-12-01 10:00');
    expect(dated).toContain('1 列會改');
  });

  test('a press for many leaves out what lacks its time, and says so', async () => {
    const { press, stored } = await open(engine);
    const chosen: [string, string][] = [
      ['chosen', '1 bao'],
      ['chosen', '1 old'],
    ];
    const question = await press([...chosen, ['availability', 'backorder'], ['do', 'availability']]);
    expect(wordsOf(question)).toContain('文山包種茶：請填「到貨時間」：可預購與缺貨可預訂的商品');
    const done = await press([
      ...chosen,
      ['field', 'availability'],
      ['value', 'backorder'],
      ['do', 'change'],
    ]);
    expect(wordsOf(done)).toContain('文山包種茶：請填「到貨時間」');
    expect(await stored()).toEqual(['bao in_stock', 'cup in_stock', 'old backorder']);
  });
});
