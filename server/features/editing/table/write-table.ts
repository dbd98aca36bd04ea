import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import { idsInOrder } from '#server/content/entries/documents.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import type { Row } from '#server/content/kinds/content-kind.ts';
import { fromStored } from '#server/content/kinds/stored-fields.ts';
import type { Schema } from '#server/db/schema.ts';
import { writeCell } from './cells.ts';
import {
  columnNames,
  rowColumns,
  tableColumns,
  tableVariants,
  type TableColumn,
  type TableVariants,
} from './columns.ts';
import { nameOfVariant, variantsOf } from './compare-rows.ts';
import { guardText } from './guarded-text.ts';
import type { TablePlan } from './table-plan.ts';

/** Spreadsheet programs take a file for UTF-8 by it. */
const byteOrderMark = '\uFEFF';

/**
 * Every stored entry of a kind as CSV, with its variants below it, some rows at a time. An entry that has only ever been
 * a draft is not there.
 */
export async function* exportTable(db: Kysely<Schema>, kind: Kind): AsyncGenerator<string> {
  const columns = tableColumns(kind);
  const variants = tableVariants(kind);
  const stored = [...columns, ...(variants === null ? [] : [variants])].map((column) => column.stored);
  yield byteOrderMark + record(columnNames(kind));
  for await (const ids of idsInOrder(db, kind))
    for (const some of inBatches(ids, batchSize)) {
      const rows = await anyTable(db)
        .selectFrom(kind)
        .innerJoin('entries', (join) => join.onRef('entries.id', '=', `${kind}.id`))
        .select([`${kind}.id`, 'entries.version', ...stored.map((column) => `${kind}.${column}`)])
        .where('entries.kind', '=', kind)
        .where('entries.deleted_at', 'is', null)
        .where(`${kind}.id`, 'in', some)
        .orderBy(`${kind}.id`)
        .execute();
      let written: string[] = [];
      for (const row of rows) {
        written.push(...recordsOf(row, { kind, columns, variants }));
        if (written.length < batchSize) continue;
        yield written.join('');
        written = [];
        await nextTurn();
      }
      yield written.join('');
      await nextTurn();
    }
}

/** Rows in one turn of the event loop. */
const batchSize = 100;

interface Table {
  kind: Kind;
  columns: readonly TableColumn[];
  variants: TableVariants | null;
}

/** The rows of an entry. A cell of a variant is empty where its entry's value holds for it. */
function recordsOf(row: Row, { kind, columns, variants }: Table): string[] {
  const [id, version] = [guardText(String(row['id'])), String(row['version'])];
  const cells = columns.map(({ field, stored }) => writeCell(field, fromStored(field, row[stored])));
  if (variants === null) return [record([id, version, ...cells])];
  return [
    record([id, '', version, ...cells]),
    ...variantsOf(variants, row).map((variant) => {
      const ofVariant = columns.map(({ name, ofVariant: field }) => {
        if (name === kinds[kind].title) return guardText(nameOfVariant(variants, variant));
        return field === null ? '' : writeCell(field, variant[name]);
      });
      return record([id, guardText(String(variant[variants.idKey])), version, ...ofVariant]);
    }),
  ];
}

/** The rows that change as a table of their own, which changes the same when it is sent. */
export function writeChanges({ header, changes }: Pick<TablePlan, 'header' | 'changes'>): string {
  const columns = header.columns.map(({ column }) => column);
  const { variants } = header;
  const rows = changes.flatMap(({ id, version, rows: changed }) =>
    changed.map(({ variant, values }) => {
      const cells = columns.map(({ field, ofVariant }, index) =>
        writeCell(variant === '' ? field : (ofVariant ?? field), values[index]),
      );
      const part = variants === null ? [] : [guardText(variant)];
      return record([guardText(id), ...part, String(version), ...cells]);
    }),
  );
  return record([...rowColumns(variants), ...columns.map(({ name }) => name)]) + rows.join('');
}

/** A line of CSV as RFC 4180 has it. */
function record(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\r\n`;
}
