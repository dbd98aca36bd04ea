import type { DatabaseConfig } from '../config/config-database.ts';
import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { version } from '../base/version.ts';
import type { Step } from './migration.ts';
import { migrations } from './migrations.ts';
import { openAsItIs } from './open/open-as-it-is.ts';
import { openDatabase } from './open/open-database.ts';
import {
  findObstacles,
  hasTable,
  pendingAtStart,
  readSchemaState,
  type AppliedMigration,
  type SchemaState,
} from './schema-state.ts';
import { listServing, type ServingProcess } from './open/serving-processes.ts';

interface SchemaTools {
  database: DatabaseConfig;
  log: Log;
  out: (line: string) => void;
  steps?: readonly Step[];
}

interface MigrateArguments {
  isContract: boolean;
  isDryRun: boolean;
}

/** Brings the schema up to date like a server at its start, or prints what that would do. Resolves to the exit code. */
export async function migrateCommand(
  { database, log, out, steps = migrations }: SchemaTools,
  { isContract, isDryRun }: MigrateArguments,
): Promise<number> {
  if (isDryRun) {
    const { state, serving } = await lookAt(database, log, steps);
    for (const { name, phase } of pendingAtStart(state)) out(`would apply ${name} (${phase})`);
    const taking = state.pending.filter(({ phase }) => phase === 'contract');
    if (isContract) for (const step of taking) requireNobodyBefore(step, state, serving);
    for (const { name } of taking) out(isContract ? `would apply ${name} (contract)` : left(name));
    if (state.pending.length === 0) out('nothing to apply');
    return 0;
  }
  let applied: readonly string[] = [];
  const db = await openDatabase(database, log, {
    steps,
    onMigrated: (names) => void (applied = names),
    ...(isContract && {
      contract: async (trx, state, step) =>
        requireNobodyBefore(step, state, await listServing(trx, Date.now())),
    }),
  });
  try {
    for (const name of applied) out(`applied ${name}`);
    const { pending } = await readSchemaState(db.read, db.engine, steps);
    for (const { name } of pending) out(left(name));
    if (applied.length === 0 && pending.length === 0) out('nothing to apply');
    return 0;
  } finally {
    await db.close();
  }
}

function left(name: string): string {
  return `left for later: ${name} (contract; npm run database -- migrate --contract, when all processes are of this build)`;
}

/** Throws if builds that still need what the contracting migration removes are serving. */
function requireNobodyBefore(
  { name }: Step,
  { unknown }: SchemaState,
  serving: readonly ServingProcess[],
): void {
  if (unknown.length > 0)
    throw new OperatorError(
      `${name} is not applied: the database has ${unknown.map((other) => other.name).join(', ')}, which this build does not know. Run the command of the newest build`,
    );
  const before = serving.filter(({ knows }) => !knows.includes(name));
  if (before.length === 0) return;
  const who = before.map(({ madeBy, seenAt }) => `${madeBy} (at ${seenAt})`).join(', ');
  throw new OperatorError(
    `${name} is not applied: it takes away what earlier builds need, and ${before.length} process(es) of such serve the site: ${who}. Stop them; one that was killed is forgotten after two minutes`,
  );
}

/**
 * Prints the state of the schema, and the processes that serve it. Resolves to 1 when this build would not start on it.
 */
export async function statusCommand({
  database,
  log,
  out,
  steps = migrations,
}: SchemaTools): Promise<number> {
  const { state, serving } = await lookAt(database, log, steps);
  const unknown = new Set(state.unknown);
  for (const migration of state.applied.filter((each) => !unknown.has(each)))
    out(`applied  ${migration.name}  ${describeApplied(migration)}`);
  for (const { name, phase } of state.pending)
    out(
      `pending  ${name}  ${phase}, applied by ${phase === 'contract' ? 'migrate --contract' : 'the next start'}`,
    );
  for (const migration of state.unknown) out(`unknown  ${migration.name}  ${describeApplied(migration)}`);
  for (const { madeBy, seenAt } of serving) out(`serving  ${madeBy}  seen at ${seenAt}`);
  const obstacles = findObstacles(state.unknown);
  const isReady = obstacles.length === 0;
  out(
    isReady
      ? `This build (version ${version}) works with this database: ${state.applied.length} applied, ${state.pending.length} pending, ${state.unknown.length} unknown.`
      : `This build (version ${version}) does not start on this database: it does not know ${obstacles.map(({ name }) => name).join(', ')}.`,
  );
  return isReady ? 0 : 1;
}

function describeApplied({ phase, madeBy, appliedAt }: AppliedMigration): string {
  return `${phase ?? 'without a phase'}, applied by ${madeBy ?? 'a build before phases'} at ${appliedAt}`;
}

async function lookAt(
  database: DatabaseConfig,
  log: Log,
  steps: readonly Step[],
): Promise<{ state: SchemaState; serving: ServingProcess[] }> {
  const { db, close } = openAsItIs(database, log);
  try {
    const state = await readSchemaState(db, database.engine, steps);
    const isNoting = await hasTable(db, database.engine, 'serving_processes');
    return { state, serving: isNoting ? await listServing(db, Date.now()) : [] };
  } finally {
    await close();
  }
}
