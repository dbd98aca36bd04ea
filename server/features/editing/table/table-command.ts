import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { systemClock } from '#server/base/clock.ts';
import { parseArguments, type CommandOutput } from '#server/base/command.ts';
import { OperatorError, reasonOf } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import type { Config } from '#server/config/config.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { changeMany } from '../many/change-many.ts';
import { showCell } from './cells.ts';
import { columnLabels } from './column-labels.ts';
import {
  describeHeader,
  describeLeftOut,
  describeProblem,
  describeUnreadable,
  nameOfRow,
} from './describe-table.ts';
import { planTable } from './plan-table.ts';
import { maxTableBytes, readTable } from './read-table.ts';
import { changedRows, type ChangedRowOfEntry, type TablePlan } from './table-plan.ts';
import { exportTable } from './write-table.ts';

export const tableUsage = `content table export FILE    write a table of all products into the new file FILE, as CSV
content table check FILE     say what FILE would change, and its mistakes
content table import FILE [--leave-out]  change it, everything or nothing; --leave-out leaves out rows with mistakes`;

/** Runs one command for the table of products. Resolves to the exit code. */
export async function tableCommand(
  args: readonly string[],
  config: Config,
  log: Log,
  output: CommandOutput,
): Promise<number> {
  const parsed = parseArguments(args, { 'leave-out': { type: 'boolean' } });
  // The first is the name of the command.
  const [, action, file, ...rest] = parsed?.positionals ?? [];
  const leavesOut = parsed?.values['leave-out'] === true;
  const isKnown = action === 'export' || action === 'check' || action === 'import';
  if (!isKnown || file === undefined || rest.length > 0 || (leavesOut && action !== 'import')) {
    output.err(`Usage:\n${tableUsage}`);
    return 2;
  }
  const bytes = action === 'export' ? null : await readBounded(file);
  const db = await openDatabase(config.database, log);
  try {
    if (bytes === null) return await writeTo(file, db, output);
    const plan = await planOf(db, bytes, output);
    if (plan === null) return 1;
    const changed = changedRows(plan);
    for (const row of changed) output.out(describeChange(row));
    for (const row of plan.leftOut) output.err(describeLeftOut(row));
    for (const problem of plan.problems) output.err(describeProblem(problem, tableKind()));
    const { unchanged, leftOut, problems } = plan;
    const counts = `${changed.length} to change, ${unchanged} unchanged, ${leftOut.length} left out, ${problems.length} mistake(s)`;
    if (problems.length > 0 && !leavesOut) {
      output.err(`${counts}. Nothing was changed.`);
      return 1;
    }
    if (action === 'check') output.out(`${counts}.`);
    else await write(db, plan, output);
    return 0;
  } finally {
    await db.close();
  }
}

/** The kind with a table. */
function tableKind(): Kind {
  const kind = kindNames.find((name) => kinds[name].table !== undefined);
  if (kind === undefined) throw new Error('no kind has a table');
  return kind;
}

async function readBounded(file: string): Promise<Uint8Array> {
  const { size } = await stat(file).catch((cause: unknown) => {
    throw new OperatorError(`cannot read ${file}: ${reasonOf(cause)}`, { cause });
  });
  if (size > maxTableBytes)
    throw new OperatorError(describeUnreadable({ code: 'too-large', max: maxTableBytes }));
  return readFile(file);
}

async function writeTo(file: string, db: Database, { out }: CommandOutput): Promise<number> {
  // A table that somebody has worked on is not overwritten.
  const target = createWriteStream(file, { flags: 'wx' });
  try {
    await pipeline(Readable.from(exportTable(db.read, tableKind())), target);
  } catch (cause) {
    throw new OperatorError(`cannot write ${file}: ${reasonOf(cause)}`, { cause });
  }
  out(`Wrote the table to ${file}.`);
  return 0;
}

/** Resolves to null when the file is no table. */
async function planOf(db: Database, bytes: Uint8Array, { err }: CommandOutput): Promise<TablePlan | null> {
  const read = await readTable(bytes);
  if ('unreadable' in read) {
    err(describeUnreadable(read.unreadable));
    return null;
  }
  const planned = await planTable(db.read, tableKind(), read.table, columnLabels);
  if ('plan' in planned) {
    for (const name of planned.plan.header.unknown)
      err(`Warning: no column is called ${name}; it is not read`);
    return planned.plan;
  }
  for (const problem of planned.headerProblems) err(describeHeader(problem, tableKind()));
  return null;
}

function describeChange({ line, id, variant, cells }: ChangedRowOfEntry): string {
  const parts = cells.map(({ column: { name, field }, before, after }) => {
    const [old, now] = [before, after].map((value) => showCell(field, value) || '(empty)');
    return `${name} ${old} → ${now}`;
  });
  return `${line}: ${nameOfRow({ id, variant })}: ${parts.join('; ')}`;
}

async function write(db: Database, { changes }: TablePlan, { out, err }: CommandOutput): Promise<void> {
  const many = { editor: null, action: 'publish', kind: tableKind(), changes } as const;
  const result = await changeMany({ db, clock: systemClock }, many);
  if (result.kind !== 'done') throw new Error('an operator may change everything');
  const rowsOf = new Map(changes.map(({ id, rows }) => [id, rows]));
  for (const { id, reason, by } of result.leftOut)
    for (const { line, variant } of rowsOf.get(id) ?? [])
      err(
        describeLeftOut({ line, id, variant, reason: reason === 'draft' ? reason : 'changed', by, other: 0 }),
      );
  out(`Changed ${result.changed} of the entries of the table.`);
}
