import { expect, onTestFinished, test } from 'vitest';
import type { MovingMark } from '#server/db/moving-mark.ts';
import { countNoted } from '#server/operate/move/change-log/change-log.ts';
import { changeLogOf } from '#server/operate/move/change-log/change-log-of.ts';
import { openSide } from '#server/operate/move/sides/open-side.ts';
import { quote } from '#server/operate/move/sides/side.ts';
import { engines, preparedDatabaseConfig } from '../helpers/databases.ts';

const mark: MovingMark = {
  state: 'moving',
  place: 'another place',
  at: '2026-11-27T00:00:00.000Z',
  token: 'x',
};

// Whoever waits for a table that a page is read from keeps all other pages waiting behind it.
test.for(engines)('a move from %s that begins anew waits for nobody who reads', async (engine) => {
  const config = await preparedDatabaseConfig(engine);
  const side = await openSide(config);
  const reader = await openSide(config, { readOnly: engine === 'sqlite' });
  onTestFinished(async () => {
    await Promise.all([side.close(), reader.close()]);
  });
  const log = changeLogOf(side);
  const tables = await side.listTables();
  await log.install(tables, mark);
  await reader.begin('snapshot');
  for (const { name } of tables) await reader.ask(`select 1 from ${quote(name)} limit 1`);
  await log.install(tables, mark);
  await reader.run('rollback');
  // Its triggers are there once.
  await side.run(
    'update schema_migrations set name = name where name = (select min(name) from schema_migrations)',
  );
  expect(await countNoted(side)).toBe(1);
  await log.remove();
  expect(await side.listTables()).toEqual(tables);
});
