import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseLost, NoConnectionError } from '#server/db/dialects/lost-database.ts';
import { temporaryFolder } from '#tests/helpers/databases.ts';

/** Returns the error that the work throws. */
async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

const lost: [what: string, work: () => unknown][] = [
  ['nobody listens', () => new pg.Client({ host: '127.0.0.1', port: 1 }).connect()],
  ['a folder in the place of the file', () => new DatabaseSync(temporaryFolder(), { readOnly: true })],
  [
    'a closed file',
    () => {
      const db = new DatabaseSync(':memory:');
      const statement = db.prepare('select 1');
      db.close();
      statement.get();
    },
  ],
  ['no such file', () => new DatabaseSync(path.join(temporaryFolder(), 'none'), { readOnly: true })],
];

test.for(lost)('the database is lost: %s', async ([, work]) => {
  expect(isDatabaseLost(await thrownBy(work))).toBe(true);
});

test('no connection is a lost database, whatever the reason', () => {
  const cause = new Error('The server does not support SSL connections');
  expect(isDatabaseLost(cause)).toBe(false);
  expect(isDatabaseLost(new NoConnectionError(cause.message, { cause }))).toBe(true);
});

test('a wrong question is not a lost database', async () => {
  const db = new DatabaseSync(':memory:');
  expect(isDatabaseLost(await thrownBy(() => db.prepare('select nothing')))).toBe(false);
  expect(isDatabaseLost(Object.assign(new Error('no such column'), { code: '42703' }))).toBe(false);
  expect(isDatabaseLost('lost')).toBe(false);
});
