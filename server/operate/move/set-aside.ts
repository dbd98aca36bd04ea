import { OperatorError } from '#server/base/errors.ts';
import { quote, quoteText, type Side, type TableShape } from './sides/side.ts';

/** Parts that are dropped while rows are copied, as statements that make them again. */
export interface SetAside {
  /** Sorted when all rows are there, an index takes a fraction of the time. */
  indexes: readonly string[];
  /** With their actions on deletion. SQLite does not check them while a move writes, and needs none made. */
  references: readonly string[];
  /** Triggers, which would do something of their own when a row is copied. */
  rules: readonly string[];
}

/** Drops from the target, within a transaction, everything that disturbs or slows down copying. */
export function setAside(target: Side, tables: readonly TableShape[]): Promise<SetAside> {
  return target.engine === 'sqlite' ? setAsideSqlite(target, tables) : setAsidePostgres(target, tables);
}

/** PostgreSQL counts on behind the greatest number, as SQLite does by itself. */
export async function countOn(target: Side): Promise<void> {
  if (target.engine === 'sqlite') return;
  const identities =
    await target.ask(`select attrelid::regclass::text as "table", attname as name from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where attidentity <> '' and relkind = 'r' and relnamespace = current_schema()::regnamespace`);
  for (const { table, name } of identities) {
    const sequence = `pg_get_serial_sequence(${quoteText(String(table))}, ${quoteText(String(name))})`;
    const column = quote(String(name));
    await target.run(
      `select setval(${sequence}, (select coalesce(max(${column}), 0) + 1 from ${String(table)}), false)`,
    );
  }
}

async function setAsideSqlite(target: Side, tables: readonly TableShape[]): Promise<SetAside> {
  const list = async (type: 'index' | 'trigger') => {
    const rows = await target.ask(
      `select name, sql from sqlite_master where type = '${type}' and sql is not null and tbl_name in (${namesOf(tables)})`,
    );
    for (const { name } of rows) await target.run(`drop ${type} ${quote(String(name))}`);
    return rows.map(({ sql }) => String(sql));
  };
  return { indexes: await list('index'), references: [], rules: await list('trigger') };
}

/** A trigger that the owner of its table disables does not fire; that needs no other right, and no superuser. */
async function setAsidePostgres(target: Side, tables: readonly TableShape[]): Promise<SetAside> {
  const isOurs = `relnamespace = current_schema()::regnamespace and relname in (${namesOf(tables)})`;
  const indexes =
    await target.ask(`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
    from pg_index join pg_class on pg_class.oid = indrelid where ${isOurs}
      and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')`);
  const references = await target.ask(`select conrelid::regclass::text as "table", conname as name,
      pg_get_constraintdef(pg_constraint.oid) as made
    from pg_constraint join pg_class on pg_class.oid = conrelid where contype = 'f' and ${isOurs}`);
  for (const { table, name } of references)
    await target.run(`alter table ${String(table)} drop constraint ${quote(String(name))}`);
  for (const { name } of indexes) await target.run(`drop index ${String(name)}`);
  const switched = (how: string) =>
    tables.map(({ name }) => `alter table ${quote(name)} ${how} trigger user`);
  for (const statement of switched('disable')) await target.run(statement);
  return {
    indexes: indexes.map(({ made }) => String(made)),
    references: references.map(
      ({ table, name, made }) =>
        `alter table ${String(table)} add constraint ${quote(String(name))} ${String(made)}`,
    ),
    rules: switched('enable'),
  };
}

/** Looks at every row, which takes long, and leaves the target as it was. */
export async function requireReferences(target: Side, { references }: SetAside): Promise<void> {
  if (target.engine === 'sqlite') {
    const [broken] = await target.ask('pragma foreign_key_check');
    if (broken === undefined) return;
    throw new OperatorError(
      `A row of ${String(broken['table'])} names one of ${String(broken['parent'])} that is not there`,
    );
  }
  await target.begin('write');
  try {
    for (const statement of references) await target.run(statement);
  } finally {
    await target.run('rollback');
  }
}

/**
 * Makes the foreign keys for new writes, without a check of existing rows. `validateReferences` checks them, while
 * others write.
 */
export async function makeReferences(target: Side, { references }: SetAside): Promise<void> {
  for (const statement of references) await target.run(`${statement} not valid`);
}

export async function validateReferences(target: Side): Promise<void> {
  if (target.engine === 'sqlite') return;
  const unseen = await target.ask(`select conrelid::regclass::text as "table", conname as name
    from pg_constraint where contype = 'f' and not convalidated and connamespace = current_schema()::regnamespace`);
  for (const { table, name } of unseen)
    await target.run(`alter table ${String(table)} validate constraint ${quote(String(name))}`);
}

function namesOf(tables: readonly TableShape[]): string {
  return tables.map(({ name }) => quoteText(name)).join(', ');
}
