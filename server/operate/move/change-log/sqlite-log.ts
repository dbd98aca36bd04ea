import { logTable, markTable, movingPrefix as prefix } from '#server/db/moving-mark.ts';
import { sqliteTrigger } from '#server/db/triggers/triggers.ts';
import { inTransaction, quote, quoteText, type Side, type TableShape } from '../sides/side.ts';
import { changeMark, refusal, setMark, toChanges, type ChangeLog } from './change-log.ts';

/** The door is SQLite's own lock, and afterwards the mark, at which every trigger looks. */
export function sqliteLog(side: Side): ChangeLog {
  return {
    install(tables, mark) {
      return inTransaction(side, 'write', async () => {
        await removeAll(side);
        await side.run(
          `${setMark(mark)}; create table ${logTable} (of_table text not null, key text not null)`,
        );
        for (const table of tables) await side.run(triggersOf(table).join(';'));
      });
    },
    async take() {
      return toChanges(await side.ask(`delete from ${logTable} returning of_table, key`));
    },
    closeDoor: () => side.begin('write'),
    openDoor: () => side.run('rollback'),
    async leaveClosed(at) {
      await side.run(`${changeMark('moved', at)}; commit`);
    },
    remove: () => inTransaction(side, 'write', () => removeAll(side)),
  };
}

function triggersOf({ name, key }: TableShape): string[] {
  const keyOf = (row: string) => `json_array(${key.map((column) => `${row}.${quote(column)}`).join(', ')})`;
  const refuse = `select raise(abort, ${quoteText(refusal)}) where exists (select 1 from ${markTable} where state = 'moved');`;
  const note = (row: string, condition = '') =>
    `insert into ${logTable} (of_table, key) select ${quoteText(name)}, ${keyOf(row)} ${condition};`;
  const notes = {
    insert: note('new'),
    update: note('old') + note('new', `where ${keyOf('old')} <> ${keyOf('new')}`),
    delete: note('old'),
  };
  return Object.entries(notes).map(([event, body]) =>
    sqliteTrigger(`${prefix}${name}_${event}`, {
      event: `after ${event} on ${quote(name)}`,
      body: refuse + body,
    }),
  );
}

async function removeAll(side: Side): Promise<void> {
  const triggers = await side.ask(
    `select name from sqlite_master where type = 'trigger' and name like '${prefix.replaceAll('_', '!_')}%' escape '!'`,
  );
  for (const { name } of triggers) await side.run(`drop trigger ${quote(String(name))}`);
  await side.run(`drop table if exists ${logTable}; drop table if exists ${markTable}`);
}
