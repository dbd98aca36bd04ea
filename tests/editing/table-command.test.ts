import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { contentCommand } from '#server/features/import-export/content-command.ts';
import { tableCommand } from '#server/features/editing/table/table-command.ts';
import { aProduct, contentFolder } from '../helpers/content.ts';
import { silentLog, temporaryFolder } from '../helpers/databases.ts';
import { aDraft } from '../helpers/drafts.ts';

const files = {
  'products/bao.md': aProduct({ sku: '007' }),
  'products/cup.md': aProduct({ name: '小杯', category: '茶器' }),
};

async function openTerminal() {
  const dir = temporaryFolder();
  const config = readConfig({ DATA_DIR: path.join(dir, 'data') });
  const run = async (...args: string[]) => {
    const lines = { out: new Array<string>(), err: new Array<string>() };
    const output = {
      out: (line: string) => lines.out.push(line),
      err: (line: string) => lines.err.push(line),
    };
    const command = args[0] === 'table' ? tableCommand : contentCommand;
    return { code: await command(args, config, silentLog, output), ...lines };
  };
  await run('import', contentFolder(files));
  const file = path.join(dir, 'products.csv');
  return { run, file, config, write: (text: string) => writeFileSync(file, text) };
}

test('a table goes out, says what it changes, and comes in', async () => {
  const { run, file, write } = await openTerminal();
  expect(await run('table', 'export', file)).toMatchObject({ code: 0, err: [] });
  const table = readFileSync(file, 'utf8');
  expect(table).toContain("bao,,1,文山包種茶,'007,680,,,,in_stock,,茶葉\r\n");
  // A file that is there already stays.
  await expect(run('table', 'export', file)).rejects.toThrow(/cannot write/);

  write(table.replace(',680,,,,in_stock,,茶葉', ',"NT$1,280",,,,sold_out,,茶器'));
  const change = '2: bao: price 680 → 1280; availability in_stock → sold_out; category 茶葉 → 茶器';
  const checked = await run('table', 'check', file);
  expect(checked).toEqual({
    code: 0,
    out: [change, '1 to change, 1 unchanged, 0 left out, 0 mistake(s).'],
    err: [],
  });
  const changed = await run('table', 'import', file);
  expect(changed).toEqual({ code: 0, out: [change, 'Changed 1 of the entries of the table.'], err: [] });
  const again = await run('table', 'import', file);
  expect(again.out).toEqual(['Changed 0 of the entries of the table.']);
});

test('variants are changed beside their product, and none is made', async () => {
  const { run, write, file } = await openTerminal();
  const options = [{ name: '容量', values: ['150 g', '300 g'] }];
  const variants = [
    { id: 's', options: { 容量: '150 g' }, salePrice: 500 },
    { id: 'l', options: { 容量: '300 g' }, price: 900 },
  ];
  await run('import', contentFolder({ 'products/bao.md': aProduct({ options, variants }) }));
  write('id,variant,price,category\nbao,,700,茶器\nbao,l,950,\n');
  expect((await run('table', 'import', file)).out).toEqual([
    '2: bao: price 680 → 700; category 茶葉 → 茶器',
    '3: bao, variant l: price 900 → 950',
    'Changed 1 of the entries of the table.',
  ]);
  write('id,variant,price,category\nbao,,400,\nbao,l,1,茶器\nbao,xl,1,\nbao,s,,\ncup,,1,茶器\ncup,,2,茶器');
  const refused = await run('table', 'check', file);
  expect(refused.err).toEqual([
    '2: bao: left out, line 3 of the same entry is wrong',
    '3: bao, variant l: variants have no category; leave the cell empty, and change the row of the entry',
    '4: bao, variant xl: the entry has no such variant, and a table makes none; add it to the entry, or leave the row out',
    '6: cup: the row stands twice, in line 7 too; keep one, and the column of variants',
    '7: cup: the row stands twice, in line 6 too; keep one, and the column of variants',
    '0 to change, 1 unchanged, 1 left out, 4 mistake(s). Nothing was changed.',
  ]);
  write('id,variant,price,sku\nbao,,400,x\nbao,l,950,x');
  expect((await run('table', 'check', file)).err.slice(0, -1)).toEqual([
    '2: bao, variant s: salePrice is 500, which is not below the price; it must be lower than the price',
    '3: bao, variant l: sku is that of the entry itself; give each its own',
  ]);
});

test('nothing is changed for a mistake, unless its row is left out on purpose', async () => {
  const { run, file, write, config } = await openTerminal();
  const db = await openDatabase(config.database, silentLog);
  await aDraft(db, 'products/cup', aProduct({ name: '草稿' }));
  await db.close();
  write('id,version,price,name,note\nbao,1,1280元起,茶,\nnone,1,1,無,\ncup,1,5,小杯,');
  const refused = await run('table', 'import', file);
  expect(refused.code).toBe(1);
  expect(refused.err).toEqual([
    'Warning: no column is called note; it is not read',
    '4: cup: left out, 林小青 has a draft of it',
    '2: bao: price is 1280元起; expected a whole number of New Taiwan dollars such as 680 or 1,280, or left out',
    '3: none: no entry has this id; leave the row out, or make the entry first',
    '0 to change, 0 unchanged, 1 left out, 2 mistake(s). Nothing was changed.',
  ]);
  write('id,price\nbao,9\nnone,1');
  expect((await run('table', 'import', file)).code).toBe(1);
  const changed = await run('table', 'import', file, '--leave-out');
  expect(changed).toMatchObject({
    code: 0,
    out: ['2: bao: price 680 → 9', 'Changed 1 of the entries of the table.'],
  });
});

test('a table that cannot be read, and a wrong command, get their sentence', async () => {
  const { run, file, write } = await openTerminal();
  write('PK\x03\x04');
  expect(await run('table', 'check', file)).toMatchObject({
    code: 1,
    err: ['The file is a workbook; save it as CSV'],
  });
  write('name\n茶');
  expect((await run('table', 'check', file)).err[0]).toBe(
    '1: no column is called id; the columns are id, variant, version, name, sku, price, salePrice, salePriceFrom, salePriceUntil, availability, availableFrom, category',
  );
  write('x'.repeat(9_000_000));
  await expect(run('table', 'check', file)).rejects.toThrow('larger than 8 MB');
  await expect(run('table', 'check', `${file}.none`)).rejects.toThrow('cannot read');
  for (const args of [
    ['table'],
    ['table', 'export'],
    ['table', 'remove', file],
    ['table', 'check', file, '--leave-out'],
  ])
    expect((await run(...args)).code).toBe(2);
  expect(existsSync(`${file}.none`)).toBe(false);
});
