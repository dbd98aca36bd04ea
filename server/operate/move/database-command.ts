import { readFileSync } from 'node:fs';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { parseDatabaseUrl, postgresExample } from '#server/config/config-values.ts';
import type { Config } from '#server/config/config.ts';
import { findMark } from '#server/db/moving-mark.ts';
import { migrateCommand, statusCommand } from '#server/db/schema-command.ts';
import { parseArguments, type CommandOutput } from '#server/base/command.ts';
import { OperatorError } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import { changeLogOf } from './change-log/change-log-of.ts';
import { placeOf } from '#server/config/config-database.ts';
import { openSource } from './sides/open-source.ts';

export const databaseUsage = `database status              what the schema of the database has, what is to come, and who serves the site
database migrate [--contract] [--dry-run]
                             bring the schema up to date, as a server does at its start; --contract also takes away
                             what no build needs any longer; --dry-run says what would be done, and changes nothing
database move --to URL | --to-file FILE [--again] [--pages N]
                             make another database of the site's while the site runs, and let it take its place;
                             the address is in FILE where others must not see it, as it holds a password;
                             --again empties what a move that was cut off has left; N pages are compared, or 200
database unmark              go on with the database that the site was moved from, or take away what a killed move left`;

/** Runs one database command. Resolves to the exit code. */
export async function databaseCommand(
  args: readonly string[],
  config: Config,
  log: Log,
  output: CommandOutput,
): Promise<number> {
  const read = readArguments(args);
  if (read === null) {
    output.err(`Usage:\n${databaseUsage}`);
    return 2;
  }
  const { database } = config;
  switch (read.action) {
    case 'status':
      return statusCommand({ database, log, out: output.out });
    case 'migrate':
      return migrateCommand({ database, log, out: output.out }, read);
    case 'unmark':
      return unmark(config, output);
    case 'move':
      return move(read, config, log, output);
  }
}

interface MoveArguments {
  action: 'move';
  /** The address, or the file that it is in. */
  to: { url: string } | { file: string };
  isAgain: boolean;
  pages: number;
}

interface MigrateArguments {
  action: 'migrate';
  isContract: boolean;
  isDryRun: boolean;
}

type Arguments = MoveArguments | MigrateArguments | { action: 'status' | 'unmark' };

function readArguments(args: readonly string[]): Arguments | null {
  const read = parseArguments(args, {
    to: { type: 'string' },
    'to-file': { type: 'string' },
    again: { type: 'boolean' },
    pages: { type: 'string' },
    contract: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  });
  if (read === null) return null;
  const { values } = read;
  const { to: url, 'to-file': file, again: isAgain = false, pages = '200' } = values;
  const { contract: isContract = false, 'dry-run': isDryRun = false } = values;
  const action = read.positionals.join(' ');
  const has = (...names: (keyof typeof values)[]) => names.some((name) => values[name] !== undefined);
  if ((action === 'unmark' || action === 'status') && Object.keys(values).length === 0) return { action };
  if (action === 'migrate' && !has('to', 'to-file', 'again', 'pages'))
    return { action, isContract, isDryRun };
  if (action !== 'move' || has('contract', 'dry-run') || !/^\d{1,5}$/.test(pages)) return null;
  const how = { action, isAgain, pages: Number(pages) } as const;
  if (url !== undefined && file === undefined) return { ...how, to: { url } };
  if (file !== undefined && url === undefined) return { ...how, to: { file } };
  return null;
}

async function move(
  { to: named, isAgain, pages }: MoveArguments,
  config: Config,
  log: Log,
  { out, err }: CommandOutput,
): Promise<number> {
  const to = readTarget(named);
  // It renders pages: other commands start without them.
  const { moveDatabase } = await import('./move-database.ts');
  const interrupted = new AbortController();
  const stop = () => interrupted.abort(new OperatorError('The move was ended: the site stays where it is'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  err(`Moving the site from ${placeOf(config.database)} to ${placeOf(to)}, while it goes on.`);
  const { signal } = interrupted;
  const report = await moveDatabase({ config, to, isAgain, pages, log, tell: err, signal });
  if (report === null) {
    out(`The earlier move is finished. Start the site with DATABASE_URL for ${placeOf(to)}.`);
    tellOtherWays(config.database, out);
    return 0;
  }
  const { rows, followed, refusedMs } = report;
  out(
    `The site is moved: ${rows} rows, and ${followed} that were written meanwhile; it took no writes for ${(refusedMs / 1000).toFixed(1)} s.`,
  );
  out(`Restart it with DATABASE_URL for ${placeOf(to)}. Until then it can be read, and saving is refused.`);
  tellOtherWays(config.database, out);
  return 0;
}

function readTarget(to: MoveArguments['to']): DatabaseConfig {
  const [option, url] = 'url' in to ? ['--to', to.url] : ['--to-file', readAddress(to.file)];
  const target = parseDatabaseUrl(url, process.cwd());
  if (target !== undefined) return target;
  throw new OperatorError(
    `${option}: not the address of a database; a right value is sqlite:./data/site.db or ${postgresExample}`,
  );
}

function readAddress(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new OperatorError(`--to-file: cannot read ${file}; it holds one line, such as ${postgresExample}`, {
      cause,
    });
  }
}

/** Settings that name the same database as DATABASE_URL does. */
function tellOtherWays(database: DatabaseConfig, out: CommandOutput['out']): void {
  if (database.engine === 'sqlite') return;
  const { listenUrl: DATABASE_LISTEN_URL, replicaUrl: DATABASE_REPLICA_URL } = database;
  for (const [name, url] of Object.entries({ DATABASE_LISTEN_URL, DATABASE_REPLICA_URL }))
    if (url !== undefined)
      out(
        `${name} leads to the former database too: set it for the new one, or take it out of the settings.`,
      );
}

async function unmark({ database }: Config, { out }: CommandOutput): Promise<number> {
  const side = await openSource(database);
  try {
    const mark = await findMark(side.ask, side.engine);
    if (mark?.state === 'filling' || mark?.state === 'filled')
      throw new OperatorError(
        `${placeOf(database)} is what a move fills: end that move with move --to … --again, or remove this database`,
      );
    if (mark === null) {
      out(`${placeOf(database)} has no mark.`);
      return 0;
    }
    await changeLogOf(side).remove();
    out(
      mark.state === 'moved'
        ? `The site is in ${placeOf(database)} again, without what was written to ${mark.place} since ${mark.at}.`
        : `What the move to ${mark.place} has left is gone.`,
    );
    return 0;
  } finally {
    await side.close();
  }
}
