import { kindNames } from '#shared/kinds/kind-names.ts';
import { logTable, markTable } from '#server/db/moving-mark.ts';
import { OperatorError } from '#server/base/errors.ts';
import type { Side, TableShape } from './sides/side.ts';

/** The marks for search. They are made in the target too, where each is indexed before the end. */
export const searchMarks = 'search_dirty';

/** Made in the target: by migrations, by search, or by triggers for listeners. */
const notMoved = new Set([
  'schema_migrations',
  'schema_repeatables',
  'schema_phases',
  'serving_processes',
  'changes',
  'search_state',
  searchMarks,
  logTable,
  markTable,
]);

export interface MovedTables {
  tables: readonly TableShape[];
  /** Tables of the source that are none of ours. */
  others: readonly string[];
}

/**
 * The tables whose rows are moved: all that both databases have, so that a new table of ours is moved without a change
 * here.
 * @throws OperatorError when the target has a different one: another version of the program made it.
 */
export async function listMovedTables(source: Side, target: Side): Promise<MovedTables> {
  const [from, to] = [await listOwn(source), await listOwn(target)];
  for (const { name, columns, key } of to) {
    const same = from.find((table) => table.name === name);
    if (
      same === undefined ||
      !hasSame(same.columns, columns) ||
      same.key.join() !== key.join() ||
      key.length === 0
    )
      throw new OperatorError(
        `The two databases have the table ${name} otherwise: move with one version of the program`,
      );
  }
  const tables = from.filter(({ name }) => to.some((table) => table.name === name));
  return { tables, others: from.filter((table) => !tables.includes(table)).map(({ name }) => name) };
}

async function listOwn(side: Side): Promise<TableShape[]> {
  return (await side.listTables()).filter(({ name }) => !notMoved.has(name) && !index.test(name));
}

/** The index of search is the engine's own (server/search/write/index-tables.ts). */
const index = new RegExp(`^search_(?:${kindNames.join('|')})(?:_|$)`);

function hasSame(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join() === b.toSorted().join();
}
