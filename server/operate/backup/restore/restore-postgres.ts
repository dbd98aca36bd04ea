import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { migrationLockId } from '#server/db/migrate.ts';
import type { Ask } from '#server/db/moving-mark.ts';
import { OperatorError, reasonOf } from '#server/base/errors.ts';
import type { Statement } from './after-restore.ts';
import { ownTables } from '../make/copy-postgres.ts';
import type { Manifest } from '../manifest.ts';
import {
  connectForWork,
  majorOfServer,
  requireTools,
  selectValues,
  startTool,
  toolError,
  untilEnded,
} from '../postgres-tools.ts';

export interface PostgresTarget {
  major: number;
  /** Schema for the tables of the site. */
  schema: string;
}

/** `look` sees the former site. @throws OperatorError when a site runs on the database, or it may not be replaced. */
export async function examineTarget(
  url: string,
  { schema }: Pick<Manifest, 'schema'>,
  { mayReplace, look }: { mayReplace: boolean; look: (ask: Ask) => Promise<void> },
): Promise<PostgresTarget> {
  const client = await connectForWork(url);
  try {
    const major = await majorOfServer(client);
    await requireTools(['pg_restore', 'psql'], major);
    const [others = '0'] = await selectValues(
      client,
      `select count(*) as value from (${otherConnections}) as others`,
    );
    if (others !== '0')
      throw new OperatorError(
        `${others} other connection(s) use the database: a site or a command runs on it; stop it, and restore then`,
      );
    if (!mayReplace && (await selectValues(client, ownTables)).length > 0)
      throw new OperatorError('the database has tables already; --replace puts the backup in their place');
    await look(async (query) => (await client.query(query)).rows);
    const [home = 'public'] = await selectValues(client, 'select current_schema() as value');
    if (schema !== undefined && schema !== home) await requireHome(client, schema);
    return { major, schema: schema ?? home };
  } finally {
    await client.end();
  }
}

/** Tries, and leaves nothing: the tables come into a schema where the site will look for them. */
async function requireHome(client: pg.Client, schema: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(makeSchema(schema));
    const [home = 'none'] = await selectValues(client, 'select current_schema() as value');
    if (home !== schema)
      throw new OperatorError(
        `the backup has its tables in the schema ${schema}, and the role of DATABASE_URL looks in ${home} first; ALTER ROLE … SET search_path = ${schema}, and restore then`,
      );
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(
      `the schema ${schema}, where the backup has its tables, cannot be made: ${reasonOf(cause)}`,
      { cause },
    );
  } finally {
    await client.query('rollback');
  }
}

/** `if not exists` needs the right to make one even where it is there. */
function makeSchema(schema: string): string {
  return `do $$ begin if to_regnamespace(${pg.escapeLiteral(pg.escapeIdentifier(schema))}) is null then
  create schema ${pg.escapeIdentifier(schema)}; end if; end $$;`;
}

/** Other connections. PostgreSQL shows an unprivileged role nothing but the names of other roles' connections. */
const otherConnections = `select 1 from pg_stat_activity where datname = current_database() and usesysid is not null
  and coalesce(backend_type, 'client backend') = 'client backend' and pid <> pg_backend_pid()`;

interface Restored {
  url: string;
  target: PostgresTarget;
  backup: string;
  manifest: Pick<Manifest, 'tables'>;
  statements: readonly Statement[];
}

/**
 * Restores in one transaction: the former tables go, those of the backup come, their rows are counted. A reader sees
 * the former site or the new one, and a kill of any program leaves the former. pg_restore's own way would leave tables
 * that the backup does not have, such as those of a newer schema.
 */
export async function restorePostgres(restored: Restored): Promise<void> {
  const { url, target, backup } = restored;
  const psql = startTool('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '--no-password'], url);
  // Everything outside the schema, such as extensions, belongs to the administrator, who alone may change it.
  const ofSite = ['--no-owner', '--no-acl', `--schema=${target.schema}`];
  const script = startTool('pg_restore', [...ofSite, '--file', '-', backup]);
  const [psqlEnded, scriptEnded] = [untilEnded(psql), untilEnded(script)];
  const { stdin } = psql;
  if (stdin === null || script.stdout === null)
    throw new TypeError('the programs were started without pipes');
  // The output of psql says why it stopped reading.
  stdin.on('error', () => {});
  psql.stdout?.resume();
  stdin.write(beginning(restored));
  await pipeline(script.stdout, withoutNewSettings(target.major), stdin, { end: false }).catch(() => {});
  const scriptEnd = await scriptEnded;
  // Without the commit nothing has happened.
  stdin.end(scriptEnd.code === 0 ? ending(restored) : '');
  const psqlEnd = await psqlEnded;
  if (psqlEnd.code !== 0) throw toolError('psql', psqlEnd);
  if (scriptEnd.code !== 0) throw toolError('pg_restore', scriptEnd);
}

/** A site that is started meanwhile waits for the lock before it looks at the schema. */
function beginning({ target: { schema } }: Restored): string {
  const home = pg.escapeLiteral(schema);
  // Leaves out the parts of an extension and of a table, such as the sequence of a column.
  const isOwn = (catalogue: string) => `not exists (select 1 from pg_depend
    where classid = '${catalogue}'::regclass and objid = ${catalogue}.oid and deptype in ('e', 'a', 'i'))`;
  return `begin;
set local client_min_messages = warning;
select pg_advisory_xact_lock(${migrationLockId}) \\g /dev/null
do $$ declare statement text; begin
  if exists (${otherConnections}) then
    raise exception 'a site or a command was started meanwhile; stop it, and restore again';
  end if;
  for statement in select * from unnest(array(
    select format('drop %s if exists %I.%I cascade',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      nspname, relname)
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = ${home} and relkind in ('r', 'p', 'v', 'm', 'S') and ${isOwn('pg_class')}
    union all
    select format('drop routine if exists %I.%I(%s) cascade', nspname, proname, pg_get_function_identity_arguments(pg_proc.oid))
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where nspname = ${home} and ${isOwn('pg_proc')}))
  loop execute statement; end loop;
end $$;
${makeSchema(schema)}
`;
}

/** The planner's statistics are not in a dump; that they cannot be gathered is no failure. */
function ending({ target: { schema }, manifest: { tables }, statements }: Restored): string {
  const home = pg.escapeIdentifier(schema);
  const counts = Object.entries(tables).map(
    ([table, count]) => `if (select count(*) from ${pg.escapeIdentifier(table)}) <> ${count} then
    raise exception 'the table % has other rows than the manifest says', ${pg.escapeLiteral(table)}; end if;`,
  );
  return `
set local search_path to ${home};
do $$ begin
  ${counts.join('\n  ')}
end $$;
${statements.map(({ sql, parameters }) => `${fillIn(sql, parameters)};`).join('\n')}
commit;
\\set ON_ERROR_STOP off
analyze;
`;
}

function fillIn(sql: string, parameters: readonly string[]): string {
  const rest = [...parameters];
  return sql.replaceAll('?', () => pg.escapeLiteral(rest.shift() ?? ''));
}

/** A newer pg_restore begins with settings that an older server does not know. */
function withoutNewSettings(major: number): Transform {
  let isHead = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const isFirst = isHead;
      isHead = false;
      if (!isFirst || major >= 17) return done(null, chunk);
      // Every byte is one character of it.
      const text = chunk.toString('latin1').replace(/^SET transaction_timeout = 0;$/m, '');
      done(null, Buffer.from(text, 'latin1'));
    },
  });
}
