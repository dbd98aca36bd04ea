import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { OperatorError } from '#server/base/errors.ts';
import { endConnection, keepAlive } from '#server/db/dialects/postgres-connection.ts';
import { getTypeParser } from '#server/db/dialects/postgres-pool.ts';
import { copyText } from './copy-text.ts';
import { quote, quoteAll, type RowValues, type Side, type TableShape } from './side.ts';

/** Files of builds are megabytes, rows of content some kilobytes. */
const rowsOfBatch = { large: 10, usual: 1_000 };

export async function openPostgresSide(url: string): Promise<Side> {
  const limits = { ...keepAlive, connectionTimeoutMillis: 10_000 };
  const client = new pg.Client({ connectionString: url, ...limits, types: { getTypeParser } });
  // Errors of the connection reach its queries.
  client.on('error', () => {});
  await client.connect();
  // The time that an operator gives visitors is none for a move.
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  const types = new Map<string, string>();

  const ask: Side['ask'] = async (query) => (await client.query(query)).rows;

  async function rowsOf(text: string, values: unknown[] = []): Promise<RowValues[]> {
    return (await client.query<RowValues & unknown[]>({ text, values, rowMode: 'array' })).rows;
  }

  /** The keys as rows of SQL, from one parameter of JSON. */
  function keysIn({ name, key }: TableShape): string {
    const values = key.map((column, at) => `(each ->> ${at})::${types.get(`${name}.${column}`)}`);
    return `(${quoteAll(key)}) in (select ${values.join(', ')} from json_array_elements($1::json) as each)`;
  }

  return {
    engine: 'postgres',
    ask,
    async run(statements) {
      await client.query(statements);
    },
    async begin(kind) {
      await client.query(
        `begin isolation level repeatable read ${kind === 'write' ? 'read write' : 'read only'}`,
      );
      // Fixes the snapshot now, as on SQLite, and not at the first query.
      if (kind === 'snapshot') await client.query('select 1');
    },
    async listTables() {
      const columns = await ask(columnsQuery);
      for (const { table, name, type } of columns)
        types.set(`${String(table)}.${String(name)}`, String(type));
      return shapesOf(columns);
    },
    async *read(table) {
      const isLarge = table.columns.some((name) => types.get(`${table.name}.${name}`) === 'bytea');
      const fetch = `fetch ${isLarge ? rowsOfBatch.large : rowsOfBatch.usual} from moving_rows`;
      await client.query(
        `declare moving_rows no scroll cursor for select ${quoteAll(table.columns)} from ${quote(table.name)}`,
      );
      for (let rows = await rowsOf(fetch); rows.length > 0; rows = await rowsOf(fetch)) yield rows;
      await client.query('close moving_rows');
    },
    async readKeys(table, keys) {
      const query = `select ${quoteAll(table.columns)} from ${quote(table.name)} where ${keysIn(table)}`;
      return rowsOf(query, [JSON.stringify(keys)]);
    },
    async removeKeys(table, keys) {
      await client.query(`delete from ${quote(table.name)} where ${keysIn(table)}`, [JSON.stringify(keys)]);
    },
    async write(table, batches) {
      const { name, columns } = table;
      const copying = client.query(copyFrom(`copy ${quote(name)} (${quoteAll(columns)}) from stdin`));
      try {
        await pipeline(Readable.from(textsOf(table, batches)), copying);
      } catch (error) {
        throw explain(error, table);
      }
    },
    breakOff: () => void client.connection.stream.destroy(),
    close: () => endConnection(client),
  };
}

/** The columns of all tables of the schema, each table's in order, with their places in its primary key from 1 on. */
const columnsQuery = `
  select pg_class.relname as "table", attname as name, format_type(atttypid, null) as type,
    array_position(indkey::int2[], attnum) as place
  from pg_class join pg_attribute on attrelid = pg_class.oid
  left join pg_index on indrelid = pg_class.oid and indisprimary
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attnum > 0
    and not attisdropped and attgenerated = ''
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  order by relname, attnum`;

function shapesOf(columns: readonly Record<string, unknown>[]): TableShape[] {
  return [...Map.groupBy(columns, ({ table }) => String(table))].map(([name, own]) => ({
    name,
    columns: own.map((column) => String(column['name'])),
    key: own
      .filter(({ place }) => place !== null)
      .toSorted((a, b) => Number(a['place']) - Number(b['place']))
      .map((column) => String(column['name'])),
  }));
}

async function* textsOf(
  table: TableShape,
  batches: AsyncIterable<readonly RowValues[]>,
): AsyncGenerator<Buffer> {
  for await (const rows of batches) yield Buffer.from(copyText(table, rows));
}

/**
 * An operator can fix a row that PostgreSQL refuses, where SQLite accepted anything: the message has its line and
 * column.
 */
function explain(error: unknown, { name }: TableShape): unknown {
  if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? '')) return error;
  const where = error.where === undefined ? '' : ` (${error.where.split('\n', 1)[0]})`;
  return new OperatorError(
    `PostgreSQL does not take a row of ${name}: ${error.message}${where}; mend it in the database that you move, and move again`,
    { cause: error },
  );
}
