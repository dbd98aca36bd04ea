import path from 'node:path';
import { expect, test } from 'vitest';
import { kindNames } from '#shared/kinds/kind-names.ts';
import { anyRows } from '#server/content/entries/any-table.ts';
import { isSameRow } from '#server/content/entries/write-rows.ts';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { silentLog } from '../helpers/databases.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';

test('a stored row stays as it is when none of its keys gets another value', async () => {
  const db = await openDatabase({ engine: 'sqlite', file: path.join(sampleFolder(), 'site.db') }, silentLog);
  for (const kind of kindNames) {
    const rows = await anyRows(db.read, kind).execute();
    expect(rows.length, kind).toBeGreaterThan(0);
    for (const row of rows) {
      const name = `${kind}/${String(row['id'])}`;
      const rewritten = contentKinds[kind].rewrite(row, {});
      if (!('row' in rewritten)) throw new Error(`${name} would be refused`);
      expect.soft(isSameRow(rewritten.row, row), name).toBe(true);
    }
  }
  await db.close();
});
