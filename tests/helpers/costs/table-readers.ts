import { readCell } from '#server/features/editing/table/cells.ts';
import { tableColumns } from '#server/features/editing/table/columns.ts';
import { guardText } from '#server/features/editing/table/guarded-text.ts';
import { readHeader } from '#server/features/editing/table/read-header.ts';
import { maxTableBytes } from '#server/features/editing/table/read-table.ts';
import type { TextReader } from './text-reader.ts';

const columns = tableColumns('products');
const context = { before: '春茶', labels: new Map<string, string>(), isLossy: true };

/** Texts in the cells of a table, which are as long as the file together. */
export const tableReaders: readonly TextReader[] = [
  {
    name: 'cells of a table',
    maxLength: maxTableBytes,
    read(text) {
      const length = Math.ceil(text.length / (columns.length + 1));
      const cellAt = (place: number) => text.slice(place * length, (place + 1) * length);
      const read = readHeader('products', ['id', 'price', cellAt(0)]);
      const id = 'header' in read && read.header.idIn([cellAt(columns.length)]);
      const values = columns.map(({ field }, place) => readCell(field, cellAt(place), context));
      return [id, values, guardText(cellAt(0))];
    },
  },
];
