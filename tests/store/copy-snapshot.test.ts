import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { copySnapshot, withoutLog } from '#server/features/backup/copy-snapshot.ts';
import { temporaryFolder } from '../helpers/databases.ts';

const rows = 2_000;

/** A database whose rows have as many in all as `total` says, after each transaction. */
function aCountedDatabase() {
  const dir = temporaryFolder();
  const file = path.join(dir, 'site.db');
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  db.exec(`pragma journal_mode = wal; pragma synchronous = off; pragma wal_autocheckpoint = 0;
    create table counts (id integer primary key, n integer not null, text blob);
    create table total (n integer);
    insert into total values (0);
    with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < ${rows - 1})
      insert into counts select i, 0, randomblob(3000) from numbers`);
  const add = db.prepare('update counts set n = n + 1, text = randomblob(3000) where id = ?');
  const count = db.prepare('update total set n = n + 1');
  let written = 0;
  const write = (times: number) => {
    for (const end = written + times; written < end; written += 1) {
      db.exec('begin immediate');
      add.run((written * 7919) % rows);
      count.run();
      db.exec('commit');
    }
  };
  return { db, file, dir, write, written: () => written };
}

function read(file: string) {
  withoutLog(file);
  const db = new DatabaseSync(file, { readOnly: true });
  const [check, total, sum] = [
    'pragma integrity_check',
    'select n from total',
    'select sum(n) as n from counts',
  ].map((query) => Object.values(db.prepare(query).get() ?? {})[0]);
  db.close();
  return { check, total: Number(total), sum: Number(sum), isAlone: !existsSync(`${file}-wal`) };
}

/** Copies it, and calls `meanwhile` once a part of the file, or of its log, is copied. */
async function copyWhile(
  { file, dir }: ReturnType<typeof aCountedDatabase>,
  part: 'file' | 'log',
  meanwhile: () => void,
): Promise<string> {
  const target = path.join(dir, 'copy.db');
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('begin; select n from total');
  const copied = part === 'file' ? target : `${target}-wal`;
  let isCopied = false;
  const copying = copySnapshot(file, target).finally(() => (isCopied = true));
  while (!isCopied && !(existsSync(copied) && statSync(copied).size > 0)) await nextTurn();
  expect(isCopied).toBe(false);
  meanwhile();
  const end = await copying;
  reader.close();
  await end();
  return target;
}

const checkpoint = (db: DatabaseSync, how: string) => db.exec(`pragma wal_checkpoint(${how})`);

test('what is written and moved into the file while that is copied breaks no copy of it', async () => {
  const site = aCountedDatabase();
  site.write(3_000);
  const target = await copyWhile(site, 'file', () => {
    for (let i = 0; i < 5; i += 1) {
      site.write(300);
      checkpoint(site.db, 'passive');
    }
  });
  const { total, ...copy } = read(target);
  expect(copy).toEqual({ check: 'ok', sum: total, isAlone: true });
  expect(total).toBeGreaterThanOrEqual(3_000);
});

test.for(['file', 'log'] as const)(
  'a log that is begun anew while the %s is copied is left out',
  async (part) => {
    const site = aCountedDatabase();
    site.write(3_000);
    // All of it is in the file, which is all that a snapshot needs from now on.
    checkpoint(site.db, 'passive');
    const target = await copyWhile(site, part, () => site.write(3_000));
    expect(read(target)).toEqual({ check: 'ok', total: 3_000, sum: 3_000, isAlone: true });
  },
);

test('a database without a log is copied', async () => {
  const site = aCountedDatabase();
  site.write(10);
  checkpoint(site.db, 'truncate');
  const target = await copyWhile(site, 'file', () => site.write(10));
  expect(read(target)).toEqual({ check: 'ok', total: 10, sum: 10, isAlone: true });
});
