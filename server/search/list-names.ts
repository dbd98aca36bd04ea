import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { filedColumn, isDated, titleColumn } from '#server/db/tables/kind-columns.ts';
import { isShown } from '#server/db/queries/shown-entries.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { takeTurns } from './index/rests.ts';

/** Maximum of names of each kind: to compare a query with all of them takes 50 ms. */
const maxOfKind = 9_000;
const maxUndated = 1_000;

/** Titles, categories and tags, the newest first: to find those that sound or are typed like a query. */
export function listNames(reader: Reader): Promise<string[]> {
  return reader.cached('names of everything', readNames);
}

async function readNames(reader: Reader): Promise<string[]> {
  reader.dependsOn(tags.names);
  const lists = [];
  for (const kind of kindNames)
    lists.push({ rows: await readNewest(reader, kind), namesIn: filedColumn(kind)?.namesIn ?? noNames });
  const othersTurn = takeTurns();
  const names = new Set<string>();
  for (const { rows, namesIn } of lists)
    for (const filed of new Set(rows.map((row) => row.filed))) {
      await othersTurn();
      for (const name of namesIn(filed)) names.add(name);
    }
  names.delete('');
  for (const { rows } of lists) {
    await othersTurn();
    for (const { title } of rows) names.add(title);
  }
  return [...names].slice(0, maxNames);
}

const maxNames = 20_000;

const noNames = () => [];

/** SQLite answers at once, and each row is looked up by itself: some 15 µs for one of a million. */
const rowsAtOnce = 500;

interface NamedRow {
  id: string;
  /** Empty where a kind has no time. */
  published_at: string;
  title: string;
  filed: string;
}

async function readNewest({ db, now }: Reader, kind: Kind): Promise<NamedRow[]> {
  const columns = sql.raw(`${titleColumn(kind)} as title, ${filedColumn(kind)?.column ?? `''`} as filed`);
  if (!isDated(kind)) {
    const { rows } = await sql<NamedRow>`select id, '' as published_at, ${columns} from ${sql.table(kind)}
      where ${isShown(kind, now)} order by id limit ${maxUndated}`.execute(db);
    return rows;
  }
  const names: NamedRow[] = [];
  for (let last: NamedRow | undefined; names.length < maxOfKind;) {
    const isAfter: RawBuilder<unknown> =
      last === undefined ? sql`` : sql`and (published_at, id) < (${last.published_at}, ${last.id})`;
    const { rows } = await sql<NamedRow>`
      select id, published_at, ${columns} from ${sql.table(kind)} where ${isShown(kind, now)}
        ${isAfter} order by published_at desc, id desc limit ${rowsAtOnce}`.execute(db);
    names.push(...rows);
    last = rows[rowsAtOnce - 1];
    if (last === undefined) break;
    await nextTurn();
  }
  return names.slice(0, maxOfKind);
}
