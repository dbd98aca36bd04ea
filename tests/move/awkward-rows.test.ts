import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { databaseCommand } from '#server/operate/move/database-command.ts';
import { createRowSum, isSameSum, sumOf } from '#server/operate/move/row-sum.ts';
import { compareRows } from '#scripts/tools/database-sums.ts';
import { engines, silentLog } from '../helpers/databases.ts';
import { openEditedSite } from '../helpers/edited-site.ts';
import { emptyDatabaseConfig, moveSite, ways } from '../helpers/moves.ts';
import { openSite } from '../helpers/site.ts';

const texts = [
  '',
  '\\N',
  '\\.',
  'C:\\new\\table',
  'a\tb\nc\r\nd\\\n',
  '\u0001\u007f\u0085\u2028\ufeff',
  `'"; drop table site; --`,
  '𠮷野家 🍵 e\u0301 \uffff',
  'null',
  '茶'.repeat(70_000),
];

describe.for(ways)('from %s to %s', ([from, to]) => {
  test('awkward rows arrive as they are', async () => {
    const site = await openSite({ engine: from });
    const { db, config } = site.services;
    await writeTransaction(db, async (trx) => {
      for (const [index, text] of texts.entries()) {
        await sql`insert into authors (id, name, avatar, links, bio_source, bio_html, bio_text)
          values (${`${index}${text.slice(0, 20)}`}, ${text}, null, '[]', ${text}, '', '')`.execute(trx);
        await sql`insert into build_assets (name, content, bytes, seen_at)
          values (${`f${index}`}, ${Buffer.from(text)}, ${2_147_483_647 - index}, '')`.execute(trx);
      }
      const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      await sql`insert into build_assets (name, content, bytes, seen_at) values ('bytes', ${every}, 0, '')`.execute(
        trx,
      );
      await sql`insert into account_events (at, event) values ('', 'one'), ('', 'two')`.execute(trx);
    });
    const target = await emptyDatabaseConfig(to);
    await moveSite(site, target, { pages: 0 });
    expect((await compareRows(config.database, target)).different).toEqual([]);
    const moved = await openSite({ database: target });
    const { rows } = await sql<{ seq: number }>`
      insert into account_events (at, event) values ('', 'three') returning seq`.execute(
      moved.services.db.write,
    );
    expect(rows).toMatchObject([{ seq: 3 }]);
  });
});

describe('what cannot be moved is told in a line', () => {
  test.skipIf(engines.length === 1)('a sign or a number that PostgreSQL cannot hold', async () => {
    const site = await openSite();
    const target = await emptyDatabaseConfig('postgres');
    const set = (value: string) =>
      sql`update authors set name = ${sql.raw(value)}`.execute(site.services.db.write);
    await sql`insert into authors values ('lin', '', null, '[]', '', '', '')`.execute(site.services.db.write);
    await set(`'a' || char(0) || 'b'`);
    await expect(moveSite(site, target)).rejects.toThrow(
      /^The column name of authors "lin" holds a sign that PostgreSQL cannot store/,
    );
    await set(`'a'`);
    await sql`insert into media (path, file, content_type, bytes) values ('m', 'm', '', 'many')`.execute(
      site.services.db.write,
    );
    await expect(moveSite(site, target, { isAgain: true })).rejects.toThrow(
      /^PostgreSQL does not take a row of media: invalid input syntax for type integer: "many" \(.*column bytes/,
    );
  });

  test('a database that is not empty, or the same one', async () => {
    const site = await openEditedSite();
    const { database } = site.services.config;
    await expect(moveSite(site, database)).rejects.toThrow(/is not empty/);
    await expect(moveSite(site, database, { isAgain: true })).rejects.toThrow(/is not empty/);
    for (const engine of engines) {
      const other = await openSite({ engine });
      await expect(moveSite(site, other.services.config.database, { isAgain: true })).rejects.toThrow(
        /is not empty/,
      );
    }
  });

  test('an address that is none, or where nobody is', async () => {
    const { services } = await openSite();
    const lines: string[] = [];
    const output = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) };
    const run = (...args: string[]) => databaseCommand(args, services.config, silentLog, output);
    expect([await run(), await run('move'), await run('unmark', 'x'), await run('move', '--to')]).toEqual([
      2, 2, 2, 2,
    ]);
    await expect(run('move', '--to', 'mysql://x/y')).rejects.toThrow(
      /^--to: not the address of a database; a right/,
    );
    const nobody = 'postgres://me:secret@127.0.0.1:1/site';
    const refused = await run('move', '--to', nobody).catch((error: unknown) => error);
    expect(String(refused)).toMatch(/cannot use the database site at 127\.0\.0\.1:1: .*ECONNREFUSED/);
    expect(lines.join('\n')).not.toContain('secret');
  });
});

test('a sum differs by any value, and not by the order', () => {
  const rows = [
    [1, 'a', null],
    [2, 'b', new Uint8Array([1])],
  ] as const;
  const all = createRowSum();
  all.add([rows[1]]);
  all.add([rows[0]]);
  expect(isSameSum(all.total(), sumOf(rows))).toBe(true);
  const others = [
    [[1, 'a', ''], rows[1]],
    [['1', 'a', null], rows[1]],
    [rows[0], [2, 'b', new Uint8Array([2])]],
    [rows[0], [2, 'b', 'AQ==']],
    [rows[0], rows[1], rows[1]],
    [rows[0], [1, 'b', new Uint8Array([1])]],
  ];
  for (const other of others) expect(isSameSum(sumOf(other), sumOf(rows))).toBe(false);
});
