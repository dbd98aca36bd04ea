import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../helpers/databases.ts';

test.each([
  [5, 'integer'],
  [-(2 ** 40), 'integer'],
  [1.5, 'real'],
  [10n, 'integer'],
  ['5', 'text'],
  [null, 'null'],
])('%s is given to SQLite as %s', async (value, type) => {
  const db = await openTestDatabase('sqlite');
  const { rows } = await sql`select typeof(${value}) as type, ${value} as value`.execute(db.read);
  expect(rows).toEqual([{ type, value: typeof value === 'bigint' ? Number(value) : value }]);
});
