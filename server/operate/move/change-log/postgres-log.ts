import { setTimeout as delay } from 'node:timers/promises';
import { movingDoor as door, logTable, markTable, movingPrefix as prefix } from '#server/db/moving-mark.ts';
import { OperatorError } from '#server/base/errors.ts';
import { inTransaction, quote, quoteText, type Side, type TableShape } from '../sides/side.ts';
import { changeMark, refusal, setMark, toChanges, type ChangeLog } from './change-log.ts';

/** Every writer holds it together with the others until its transaction ends, the switch alone. */
const doorLock = 7_261_904_316;

/**
 * The door is an advisory lock. Writers try it and do not wait, so that no visitor's connection is blocked: while the
 * switch holds it, or waits for its holders, PostgreSQL grants it to no new writer. Afterwards the function that tries
 * it is replaced by one that refuses.
 */
export function postgresLog(side: Side): ChangeLog {
  return {
    install(tables, mark) {
      return withShortLocks(side, async () => {
        await removeMarks(side);
        await side.run(
          `${setMark(mark)}; create table ${logTable} (of_table text not null, key text not null)`,
        );
        await side.run(doorFunction(tryDoor));
        for (const table of tables) await side.run(triggersOf(table).join(';'));
      });
    },
    async take() {
      return toChanges(await side.ask(`delete from ${logTable} returning of_table, key`));
    },
    async closeDoor(signal) {
      const close = `set lock_timeout = '4s'; select pg_advisory_lock(${doorLock}); set lock_timeout = 0`;
      const reason = 'somebody writes in one long transaction';
      await again(async () => side.run(close), { reason, restMs: 15_000, signal });
    },
    async openDoor() {
      await side.run(`select pg_advisory_unlock(${doorLock})`);
    },
    async leaveClosed(at) {
      await inTransaction(side, 'write', () =>
        side.run(`${doorFunction(refuse)}; ${changeMark('moved', at)}`),
      );
      await side.run(`select pg_advisory_unlock(${doorLock})`);
    },
    async remove() {
      // Table by table: pages are read in between.
      for (const name of await listTriggers(side))
        await withShortLocks(side, () => side.run(`drop function if exists ${quote(name)} cascade`));
      await withShortLocks(side, async () => {
        await side.run(`drop function if exists ${door}()`);
        await removeMarks(side);
      });
    },
  };
}

/** 25006: read-only transaction. */
const refuse = `raise exception ${quoteText(refusal)} using errcode = '25006';`;

/**
 * A writer that has waited between the beginning of a statement and its first row may have the function from before the
 * switch, and find the lock free after it. So it checks the mark once it has the lock: the mark was set before. A
 * transaction that sees only the state at its beginning learns from the row's own lock that it has changed since.
 */
const tryDoor = `
  if not pg_try_advisory_xact_lock_shared(${doorLock}) then ${refuse} end if;
  if current_setting('transaction_isolation') = 'read committed' then
    if exists (select from ${markTable} where state = 'moved') then ${refuse} end if;
  else
    perform from ${markTable} for share;
  end if;`;

function doorFunction(body: string): string {
  return `create or replace function ${door}() returns void language plpgsql as $$ begin ${body} end $$`;
}

/**
 * Those of a killed move are replaced and not removed: pages of visitors can be read while a trigger is made, and wait
 * while one is dropped.
 */
function triggersOf({ name, key }: TableShape): string[] {
  const trigger = quote(`${prefix}${name}`);
  const keyOf = (row: string) =>
    `json_build_array(${key.map((column) => `${row}.${quote(column)}`).join(', ')})::text`;
  const note = (row: string) =>
    `insert into ${logTable} (of_table, key) values (${quoteText(name)}, ${keyOf(row)});`;
  return [
    `create or replace function ${trigger}() returns trigger language plpgsql as $$ begin
      perform ${door}();
      if tg_op = 'TRUNCATE' then raise exception 'no table is truncated while the site is moved' using errcode = '25006'; end if;
      if tg_op <> 'INSERT' then ${note('old')} end if;
      if tg_op = 'INSERT' then ${note('new')}
      elsif tg_op = 'UPDATE' then
        if ${keyOf('old')} <> ${keyOf('new')} then ${note('new')} end if;
      end if;
      return null; end $$`,
    `create or replace trigger ${trigger} after insert or update or delete on ${quote(name)} for each row execute function ${trigger}()`,
    `create or replace trigger ${quote(`${prefix}${name}_truncate`)} before truncate on ${quote(name)} for each statement execute function ${trigger}()`,
  ];
}

/** Names of the functions of the triggers, which a table loses with them. */
async function listTriggers(side: Side): Promise<string[]> {
  const functions = await side.ask(`select proname as name from pg_proc
    where pronamespace = current_schema()::regnamespace and proname like '${prefix.replaceAll('_', '\\_')}%'`);
  return functions.map(({ name }) => String(name));
}

async function removeMarks(side: Side): Promise<void> {
  await side.run(`drop table if exists ${logTable}, ${markTable}`);
}

/**
 * Runs a change of tables that lets other sessions wait for half a second at most: those who read behind one that
 * waits for a table wait as well, and a page has 1.5 s for a statement.
 */
function withShortLocks(side: Side, work: () => Promise<void>): Promise<void> {
  const attempt = () =>
    inTransaction(side, 'write', async () => {
      await side.run(`set local lock_timeout = '500ms'`);
      await work();
    });
  return again(attempt, { reason: 'others keep the tables', restMs: 500 });
}

const attempts = 40;

/** Tries until the lock is free, with pauses in which other sessions go on. */
async function again(
  work: () => Promise<void>,
  { reason, restMs, signal }: { reason: string; restMs: number; signal?: AbortSignal },
): Promise<void> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (left === 0)
        throw new OperatorError(`The move was given up, as ${reason}: move when they have finished`, {
          cause: error,
        });
      await delay(restMs, null, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

/** A lock that was not to be had in time, and one that two waited for crosswise. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
}
