import { spawn, type ChildProcess } from 'node:child_process';
import pg from 'pg';
import { keepAlive } from '#server/db/dialects/postgres-connection.ts';
import { OperatorError } from '#server/base/errors.ts';

/** The programs of PostgreSQL's client that backup and restore start; they are found by `PATH`. */
type Tool = 'pg_dump' | 'pg_restore' | 'psql';

/** Opens a connection for long work. Its queries report when it breaks. */
export async function connectForWork(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...keepAlive, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    // A server may have limits for the connections of a site, which end a dump in its middle.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    return client;
  } catch (cause) {
    await client.end().catch(() => {});
    const { host, pathname } = new URL(url);
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    const what = `the database ${pathname.slice(1)} at ${host}`;
    throw new OperatorError(`cannot use ${what}: ${reason}; check DATABASE_URL`, { cause });
  }
}

export async function selectValues(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ value: unknown }>(query);
  return rows.map(({ value }) => String(value));
}

/** The number before the point, such as 17. */
export async function majorOfServer(client: pg.Client): Promise<number> {
  const [number] = await selectValues(client, "select current_setting('server_version_num') as value");
  return Math.floor(Number(number) / 10_000);
}

/** @throws OperatorError when one is missing, or older than the server, which it then does not understand. */
export async function requireTools(tools: readonly Tool[], major: number): Promise<void> {
  const install = `install the client of PostgreSQL ${major} or newer (on Debian: apt-get install postgresql-client-${major})`;
  for (const tool of tools) {
    const program = startTool(tool, ['--version']);
    let out = '';
    program.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await untilEnded(program);
    const version = /\(PostgreSQL\) (\d+)/.exec(out)?.[1];
    if (version === undefined) throw new OperatorError(`${tool} is not there, which this needs; ${install}`);
    if (Number(version) < major)
      throw new OperatorError(
        `${tool} is of version ${version}, older than the server's ${major}; ${install}`,
      );
  }
}

/** With `url` the program connects there. */
export function startTool(tool: Tool, args: readonly string[], url?: string): ChildProcess {
  const { target, password } = url === undefined ? { target: [], password: {} } : connectionOf(url);
  return spawn(tool, [...args, ...target], {
    env: { ...process.env, ...password, LC_MESSAGES: 'C', LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Passes the password by the environment: everybody on the machine can see the arguments of a program. */
function connectionOf(url: string): { target: string[]; password: Record<string, string> } {
  const { password } = new pg.Client({ connectionString: url });
  const plain = new URL(url);
  plain.password = '';
  for (const name of [...plain.searchParams.keys()]) {
    if (!understood.has(name)) plain.searchParams.delete(name);
  }
  return { target: ['--dbname', plain.href], password: password ? { PGPASSWORD: password } : {} };
}

/** Parameters of an address that the programs understand as the site's driver does. They refuse unknown ones. */
const understood = new Set([
  ...['host', 'port', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'options', 'application_name'],
  ...['connect_timeout', 'target_session_attrs'],
]);

/** End of a program; `code` is null when it could not be started, or was killed. */
export interface EndedTool {
  code: number | null;
  err: string;
}

/** Resolves when it has ended. Its output is for the caller to read. */
export async function untilEnded(program: ChildProcess): Promise<EndedTool> {
  let err = '';
  program.stderr?.on('data', (chunk: Buffer) => (err = (err + chunk.toString()).slice(0, 2_000)));
  const code = await new Promise<number | null>((resolve) => {
    program.once('error', () => resolve(null));
    program.once('close', resolve);
  });
  return { code, err };
}

/** Error of a program of PostgreSQL that failed, for the person at the terminal. */
export function toolError(tool: Tool, { code, err }: EndedTool): Error {
  const [line = `it ended with ${code}`] = err
    .split('\n')
    .filter((one) => one.trim() !== '')
    .map((one) => one.replace(/^(?:psql|pg_\w+):(?:<stdin>:\d+:)? ?(?:error: )?/, ''));
  const isFull = /No space left on device|Disk quota exceeded/.test(err);
  return isFull
    ? Object.assign(new Error(`${tool}: ${line}`), { code: 'ENOSPC' })
    : new OperatorError(`${tool} failed: ${line}`);
}
