import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import { idsInOrder } from '#server/content/entries/documents.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { fromStored } from '#server/content/kinds/stored-fields.ts';
import type { Schema } from '#server/db/schema.ts';
import { writeCell } from './cells.ts';
import { rowColumns, tableColumns, type TableColumn } from './columns.ts';
import { guardText } from './guarded-text.ts';
import type { TablePlan } from './plan-table.ts';

/** Spreadsheet programs take a file for UTF-8 by it. */
const byteOrderMark = '\uFEFF';

/** Every stored entry of a kind as CSV, some rows at a time. An entry that has only ever been a draft is not there. */
export async function* exportTable(db: Kysely<Schema>, kind: Kind): AsyncGenerator<string> {
  const columns = tableColumns(kind);
  yield byteOrderMark + record(headerOf(columns));
  for await (const ids of idsInOrder(db, kind))
    for (const some of inBatches(ids, batchSize)) {
      const rows = await anyTable(db)
        .selectFrom(kind)
        .innerJoin('entries', (join) => join.onRef('entries.id', '=', `${kind}.id`))
        .select([`${kind}.id`, 'entries.version', ...columns.map(({ stored }) => `${kind}.${stored}`)])
        .where('entries.kind', '=', kind)
        .where('entries.deleted_at', 'is', null)
        .where(`${kind}.id`, 'in', some)
        .orderBy(`${kind}.id`)
        .execute();
      yield rows
        .map((row) => {
          const cells = columns.map(({ field, stored }) => writeCell(field, fromStored(field, row[stored])));
          return record([guardText(String(row['id'])), String(row['version']), ...cells]);
        })
        .join('');
      await nextTurn();
    }
}

/** Rows in one turn of the event loop. */
const batchSize = 100;

/** The rows that change as a table of their own, which changes the same when it is sent. */
export function writeChanges({ header, changes }: Pick<TablePlan, 'header' | 'changes'>): string {
  const columns = header.columns.map(({ column }) => column);
  const rows = changes.map(({ id, version, values }) => {
    const cells = columns.map(({ field }, index) => writeCell(field, values[index]));
    return record([guardText(id), String(version), ...cells]);
  });
  return record(headerOf(columns)) + rows.join('');
}

function headerOf(columns: readonly TableColumn[]): string[] {
  return [...rowColumns, ...columns.map(({ name }) => name)];
}

/** A line of CSV as RFC 4180 has it. */
function record(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\r\n`;
}
