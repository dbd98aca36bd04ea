import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open/open-database.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { changeLogOf } from '#server/operate/move/change-log/change-log-of.ts';
import { copyRows } from '#server/operate/move/copy-rows.ts';
import { followChanges } from '#server/operate/move/follow-changes.ts';
import { listMovedTables } from '#server/operate/move/moved-tables.ts';
import { openSide } from '#server/operate/move/sides/open-side.ts';
import { inTransaction, type RowValues, type Side } from '#server/operate/move/sides/side.ts';
import { anAuthor, contentFolder } from '../helpers/content.ts';
import { engines, preparedDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';

const files = { 'authors/lin.md': anAuthor({ name: '林知遠' }) };

/** Ways in which a database may write other rows than it is given. */
const mistakes: [title: string, spoil: (rows: readonly RowValues[]) => readonly RowValues[]][] = [
  ['loses a row', (rows) => rows.slice(1)],
  ['cuts off a text', (rows) => rows.map((row) => row.map((value) => (value === '林知遠' ? '林' : value)))],
];

describe.for(mistakes)('a database that %s', ([, spoil]) => {
  test.for(engines)('is found when all rows are copied to %s', async (engine) => {
    const { importFiles, source, target, tables } = await openSides(engine);
    await importFiles();
    const spoilt = spoilAuthors(target, spoil);
    const copying = inTransaction(source, 'snapshot', () =>
      copyRows({ snapshot: source, target: spoilt, tables, onRows: () => {} }),
    );
    await expect(copying).rejects.toThrow(/^the rows of authors differ after they were copied: 1 and [01],/);
    expect(await target.ask('select id from authors')).toEqual([]);
  });

  test.for(engines)('is found when later rows are brought to %s', async (engine) => {
    const { importFiles, source, target, targetDb, tables } = await openSides(engine);
    const log = changeLogOf(source);
    await log.install(tables, { state: 'moving', place: '', at: '', token: '' });
    await importFiles();
    const following = { source, target: spoilAuthors(target, spoil), targetDb, tables, log, followed: 0 };
    await expect(followChanges(following, { isDoorClosed: false })).rejects.toThrow(
      'rows of authors that were written meanwhile differ after they were copied',
    );
    expect(await target.ask('select id from authors')).toEqual([]);
  });
});

async function openSides(engine: (typeof engines)[number]) {
  // Without a site: one connection cannot wait for another of the same process.
  const [from, to] = [await preparedDatabaseConfig('sqlite'), await preparedDatabaseConfig(engine)];
  const [sourceDb, targetDb] = [await openDatabase(from, silentLog), await openDatabase(to, silentLog)];
  const [source, target] = [await openSide(from), await openSide(to)];
  onTestFinished(async () => {
    await Promise.all([source.close(), target.close(), sourceDb.close(), targetDb.close()]);
  });
  const importFiles = () => importContent(contentFolder(files), sourceDb, folderStore(temporaryFolder()));
  return { importFiles, source, target, targetDb, ...(await listMovedTables(source, target)) };
}

function spoilAuthors(side: Side, spoil: (rows: readonly RowValues[]) => readonly RowValues[]): Side {
  async function* spoilt(batches: AsyncIterable<readonly RowValues[]>): AsyncGenerator<readonly RowValues[]> {
    for await (const rows of batches) yield spoil(rows);
  }
  return {
    ...side,
    write: (table, batches) => side.write(table, table.name === 'authors' ? spoilt(batches) : batches),
  };
}
