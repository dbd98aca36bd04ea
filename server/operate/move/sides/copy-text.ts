import { OperatorError } from '#server/base/errors.ts';
import type { RowValues, TableShape, Value } from './side.ts';

/**
 * Rows in the text format of COPY. https://www.postgresql.org/docs/current/sql-copy.html
 * @throws OperatorError for values that PostgreSQL cannot hold.
 */
export function copyText(table: TableShape, rows: readonly RowValues[]): string {
  let text = '';
  for (const row of rows) {
    text += `${row.map((value, at) => fieldOf(value, () => describePlace(table, row, at))).join('\t')}\n`;
  }
  return text;
}

function fieldOf(value: Value, where: () => string): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return `\\\\x${Buffer.from(value).toString('hex')}`;
  if (!special.test(value)) return value;
  if (value.includes('\0') || !value.isWellFormed())
    throw new OperatorError(
      `${where()} holds a sign that PostgreSQL cannot store (U+0000, or half of a pair); take it out in the database that you move, and move again`,
    );
  return value.replace(/[\\\n\r\t]/g, (sign) => escapes.get(sign) ?? sign);
}

/** Signs that must be escaped, and signs that are not allowed. */
const special = /[\\\n\r\t\0]|\p{Surrogate}/u;

const escapes = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function describePlace({ name, columns, key }: TableShape, row: RowValues, at: number): string {
  const id = key.map((column) => String(row[columns.indexOf(column)])).join(', ');
  return `The column ${columns[at]} of ${name} ${JSON.stringify(id)}`;
}
