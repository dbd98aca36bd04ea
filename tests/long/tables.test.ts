import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changeMany } from '#server/features/editing/many/change-many.ts';
import { columnLabels } from '#server/features/editing/table/column-labels.ts';
import { planTable } from '#server/features/editing/table/plan-table.ts';
import { readTable } from '#server/features/editing/table/read-table.ts';
import { exportTable, writeChanges } from '#server/features/editing/table/write-table.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anAccount } from '../helpers/accounts.ts';
import { aProduct, contentFolder, type Files } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder, type EngineName } from '../helpers/databases.ts';
import { limitMs } from '../helpers/limit.ts';
import { aClockAt } from '../helpers/site.ts';

/** Products, and the rows of their variants: every fourth has three. */
const count = 2_000;
const rowCount = count + (count / 4) * 3;
const names = [
  '文山包種茶',
  '10 kΩ 電阻 "1%"',
  '=SUM(A1)',
  "'單引號",
  '堃🍵',
  '-5°C 冷藏',
  '多行，逗號,分號;',
  ' 3-4',
];
const numbers = ['007', '4711234567899', 'QY-120 ml', '1E5', '+886', '3/4', "'=1", '0'];

const sizes = ['10 Ω', '3-4', '=大'];
const withVariants = (n: number) =>
  n % 4 === 0 && {
    options: [{ name: '阻值', values: sizes }],
    variants: sizes.map((value, at) => ({
      ...{ id: ['0805', 'v', '1-2'][at], options: { 阻值: value }, sku: `${numbers[at]}-${n}` },
      ...(at > 0 && { price: n * 8 + 20, salePrice: 9, salePriceUntil: '2099-12-01T08:00:30+08:00' }),
      ...(at > 1 && { availability: 'preorder', availableFrom: '2099-01-01T00:00:00+08:00' }),
    })),
  };

const files: Files = Object.fromEntries(
  Array.from({ length: count }, (_, n) => [
    `products/p${n}.md`,
    aProduct(
      {
        name: `${names[n % names.length]}${n}`,
        sku: `${numbers[n % numbers.length]}${n % 3 === 0 ? '' : n}`,
        price: n * 7,
        availability: ['in_stock', 'sold_out'][n % 2],
        ...withVariants(n),
        specs: { 產地: '坪林', 容量: '150 ml', 材質: '瓷', 阻值: `${n} Ω` },
      },
      '一段說明，有幾句話。'.repeat(20),
    ),
  ]),
);

async function openParts(engine: EngineName): Promise<Database> {
  const db = await openTestDatabase(engine);
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  return db;
}

async function tableOf(db: Database): Promise<string> {
  const parts: string[] = [];
  for await (const part of exportTable(db.read, 'products')) parts.push(part);
  return parts.join('');
}

async function planOf(db: Database, file: Buffer) {
  const read = await readTable(file);
  if (!('table' in read)) throw new Error(read.unreadable.code);
  const planned = await planTable(db.read, 'products', read.table, columnLabels);
  if (!('plan' in planned)) throw new Error('the header is wrong');
  return planned.plan;
}

/**
 * Processor time of this thread, in all and of the longest turn of the event loop, in ms. Looked at each millisecond: at
 * each turn, waiting for PostgreSQL would take the processor itself.
 */
async function measure<T>(work: () => Promise<T>): Promise<{ value: T; totalMs: number; longestMs: number }> {
  const msSince = (before: NodeJS.CpuUsage) => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  const begun = process.threadCpuUsage();
  let turn = begun;
  let longestMs = 0;
  let isOver = false;
  const look = () => {
    longestMs = Math.max(longestMs, msSince(turn));
    turn = process.threadCpuUsage();
    if (!isOver) setTimeout(look, 1);
  };
  setTimeout(look, 1);
  const value = await work();
  isOver = true;
  look();
  return { value, totalMs: msSince(begun), longestMs };
}

/** Prices of products and of variants. */
const prices = /,(\d+),(?=,,,(?:in_stock|sold_out)|9,,2099)/g;

/** How programs write a table that they have read. */
const rewritings: [how: string, rewrite: (table: string) => Buffer][] = [
  ['as it is', (table) => Buffer.from(table)],
  ['without its mark, with line feeds', (table) => Buffer.from(table.slice(1).replaceAll('\r\n', '\n'))],
  [
    'with every cell quoted',
    (table) =>
      Buffer.from(
        cellsOf(table)
          .map((row) => row.map(quoted).join(','))
          .join('\r\n'),
      ),
  ],
  [
    'with semicolons',
    (table) =>
      Buffer.from(
        cellsOf(table)
          .map((row) => row.map(quoted).join(';'))
          .join('\r\n'),
      ),
  ],
  ['as text with tabs in UTF-16', (table) => Buffer.from(`\uFEFF${withTabs(table)}`, 'utf16le')],
  ['in Big5', (table) => toBig5(table.slice(1))],
  ['with prices as money', (table) => Buffer.from(table.replace(prices, ',"NT$ $1.00",'))],
];

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const withTabs = (table: string) =>
  cellsOf(table)
    .map((row) => row.map(quoted).join('\t'))
    .join('\r\n');

/** Cells of a table that our own writer has made. */
function cellsOf(table: string): string[][] {
  const cells = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g;
  const rows: string[][] = [[]];
  for (const [, quotedCell, plain = '', end] of table.slice(1).matchAll(cells)) {
    rows.at(-1)?.push(quotedCell?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** Windows writes `?` for each half of what Big5 lacks. */
function toBig5(text: string): Buffer {
  const decoder = new TextDecoder('big5');
  const codes = new Map<string, Buffer>();
  for (let first = 0xa1; first <= 0xf9; first += 1)
    for (let second = 0x40; second <= 0xfe; second += 1) {
      const bytes = Buffer.from([first, second]);
      const character = decoder.decode(bytes);
      if (character.length === 1 && !codes.has(character)) codes.set(character, bytes);
    }
  const question = Buffer.from('?');
  return Buffer.concat(
    text.split('').map((unit) => (unit < '\u{80}' ? Buffer.from(unit) : (codes.get(unit) ?? question))),
  );
}

test.for(engines)('a table of 2,000 products comes back to %s without a difference', async (engine) => {
  const db = await openParts(engine);
  const table = await tableOf(db);
  expect(cellsOf(table)).toHaveLength(rowCount + 1);
  for (const [how, rewrite] of rewritings) {
    const { unchanged, changes, problems, leftOut } = await planOf(db, rewrite(table));
    expect.soft({ unchanged, changes, problems, leftOut }, how).toEqual({
      ...{ unchanged: rowCount, changes: [], problems: [], leftOut: [] },
    });
  }
});

test.for(engines)('2,000 changes on %s hold no turn of the event loop for 50 ms', async (engine) => {
  const db = await openParts(engine);
  const table = await measure(() => tableOf(db));
  const raised = table.value.replace(
    prices,
    (_, price: string) => `,${Math.round(Number(price) * 1.05) + 1},`,
  );
  const planned = await measure(() => planOf(db, Buffer.from(raised)));
  expect(planned.value.changes).toHaveLength(count);
  // The rows that the page sends again say the same.
  const again = await planOf(db, Buffer.from(writeChanges(planned.value)));
  expect(again.changes.map(({ fields }) => fields)).toEqual(
    planned.value.changes.map(({ fields }) => fields),
  );

  const { id: accountId } = await anAccount(db, { role: 'editor' });
  const editor = { accountId, name: '林小青', role: 'editor' } as const;
  const many = { editor, action: 'publish', kind: 'products', changes: again.changes } as const;
  const clock = aClockAt('2026-06-01T00:00:00.000Z');
  const written = await measure(() => changeMany({ db, clock }, many));
  expect(written.value).toMatchObject({ kind: 'done', changed: count, leftOut: [] });
  console.log(`2,000 rows on ${engine}: ${describe({ table, planned, written })}`);
  for (const { longestMs } of [table, planned, written]) expect(longestMs).toBeLessThan(limitMs(50));
  expect(planned.totalMs).toBeLessThan(limitMs(2_000));
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from revisions where account_id = ${accountId}`.execute(db.read);
  expect(Number(rows[0]?.n)).toBe(count);
});

function describe(measured: Record<string, { totalMs: number; longestMs: number }>): string {
  return Object.entries(measured)
    .map(
      ([what, { totalMs, longestMs }]) =>
        `${what} ${Math.round(totalMs)} ms, longest turn ${Math.round(longestMs)} ms`,
    )
    .join('; ');
}
