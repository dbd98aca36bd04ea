import { isoAt, systemClock } from '#server/base/clock.ts';
import type { CommandOutput } from '#server/base/command.ts';
import type { Config } from '#server/config/config.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import type { Log } from '#server/base/log.ts';
import { checkIndex } from './index/check-index.ts';
import { listMisses } from './misses.ts';
import { rebuildIndex } from './index/rebuild.ts';

export const searchUsage = `search check                 compare the search index with the content, and answers with a look into all texts
search rebuild               make the index anew; the one that is there answers meanwhile
search missed                what was looked for in 30 days and not found, the most frequent first`;

/** Runs one search command. Resolves to the exit code. */
export async function searchCommand(
  args: readonly string[],
  config: Config,
  log: Log,
  output: CommandOutput,
): Promise<number> {
  const [action, ...rest] = args;
  const run = actions.get(action ?? '');
  if (run === undefined || rest.length > 0) {
    output.err(`Usage:\n${searchUsage}`);
    return 2;
  }
  const db = await openDatabase(config.database, log);
  try {
    return await run(db, output);
  } finally {
    await db.close();
  }
}

const actions = new Map([
  ['check', check],
  ['rebuild', rebuild],
  ['missed', missed],
]);

const queriesOfKind = 50;

async function check(db: Database, { out, err }: CommandOutput): Promise<number> {
  const onProgress = everyTenth((part) => err(`${part} % looked at`));
  const { problems, documents, queries, waiting } = await checkIndex(db, {
    queries: queriesOfKind,
    now: isoAt(Date.now()),
    onProgress,
  });
  for (const problem of problems) err(problem);
  if (waiting > 0) out(`${waiting} entries were written and wait for a server to index them.`);
  if (problems.length > 0) {
    err('The index is not what it should be. Make it anew: search rebuild');
    return 1;
  }
  out(`The index is right: ${documents} documents, ${queries} queries.`);
  return 0;
}

async function rebuild(db: Database, { out, err }: CommandOutput): Promise<number> {
  const onProgress = everyTenth((part) => err(`${part} % indexed`));
  if (!(await rebuildIndex(db, { clock: systemClock, step: 200, onProgress }))) {
    err('Another process makes the index anew at this moment. Nothing was done.');
    return 1;
  }
  out('The index was made anew.');
  return 0;
}

async function missed(db: Database, { out }: CommandOutput): Promise<number> {
  const misses = await listMisses(db.read, { now: Date.now(), days: 30, limit: 50 });
  if (misses.length === 0) out('Everything that was looked for in 30 days was found.');
  for (const { words, count } of misses) out(`${String(count).padStart(6)}  ${words}`);
  return 0;
}

/** Reports every tenth part of long work. */
function everyTenth(tell: (percent: number) => void): (done: number, total: number) => void {
  let reported = 0;
  return (done, total) => {
    const tenth = Math.floor((10 * done) / Math.max(1, total));
    if (tenth > reported && total >= 10_000) tell(tenth * 10);
    reported = Math.max(reported, tenth);
  };
}
