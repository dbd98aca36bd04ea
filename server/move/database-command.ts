import { parseArgs } from 'node:util';
import { parseDatabaseUrl } from '#server/config-values.ts';
import type { Config } from '#server/config.ts';
import { findMark } from '#server/db/moving-mark.ts';
import { migrateCommand, statusCommand } from '#server/db/schema-command.ts';
import { OperatorError } from '#server/errors.ts';
import type { Log } from '#server/log.ts';
import { changeLogOf } from './change-log/change-log-of.ts';
import { openSide, placeOf } from './sides/open-side.ts';

interface CommandOutput {
  out(line: string): void;
  err(line: string): void;
}

export const databaseUsage = `database status              what the schema of the database has, what is to come, and who serves the site
database migrate [--contract] [--dry-run]
                             bring the schema up to date, as a server does at its start; --contract also takes away
                             what no build needs any longer; --dry-run says what would be done, and changes nothing
database move --to URL [--again] [--pages N]
                             make another database of the site's while the site runs, and let it take its place;
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
  to: string;
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
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        again: { type: 'boolean' },
        pages: { type: 'string' },
        contract: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      },
    });
    const { to, again: isAgain = false, pages = '200' } = values;
    const { contract: isContract = false, 'dry-run': isDryRun = false } = values;
    const action = positionals.join(' ');
    const has = (...names: (keyof typeof values)[]) => names.some((name) => values[name] !== undefined);
    if ((action === 'unmark' || action === 'status') && Object.keys(values).length === 0) return { action };
    if (action === 'migrate' && !has('to', 'again', 'pages')) return { action, isContract, isDryRun };
    if (action !== 'move' || has('contract', 'dry-run') || to === undefined || !/^\d{1,5}$/.test(pages))
      return null;
    return { action, to, isAgain, pages: Number(pages) };
  } catch {
    return null;
  }
}

async function move(
  { to: url, isAgain, pages }: MoveArguments,
  config: Config,
  log: Log,
  { out, err }: CommandOutput,
): Promise<number> {
  const to = parseDatabaseUrl(url, process.cwd());
  if (to === undefined)
    throw new OperatorError(
      '--to: not the address of a database; a right value is sqlite:./data/site.db or postgres://user:password@host:5432/name',
    );
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
    return 0;
  }
  const { rows, followed, refusedMs } = report;
  out(
    `The site is moved: ${rows} rows, and ${followed} that were written meanwhile; it took no writes for ${(refusedMs / 1000).toFixed(1)} s.`,
  );
  out(`Restart it with DATABASE_URL for ${placeOf(to)}. Until then it can be read, and saving is refused.`);
  return 0;
}

async function unmark({ database }: Config, { out }: CommandOutput): Promise<number> {
  const side = await openSide(database);
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
