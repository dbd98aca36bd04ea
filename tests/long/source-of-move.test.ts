import { chownSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { databaseCommand } from '#server/operate/move/database-command.ts';
import { compareRows } from '#scripts/tools/database-sums.ts';
import { anEmptyPlace } from '../helpers/backups.ts';
import { engines, silentLog } from '../helpers/databases.ts';
import { openEditedSite } from '../helpers/edited-site.ts';
import { emptyDatabaseConfig, moveSite } from '../helpers/moves.ts';

const silence = { out() {}, err() {} };

test.for(engines)('a second move from %s is refused while one goes on', async (engine) => {
  const site = await openEditedSite({ engine });
  const { config } = site.services;
  const [target, other] = [await emptyDatabaseConfig('sqlite'), await emptyDatabaseConfig('sqlite')];
  const refused: unknown[] = [];
  await moveSite(site, target, {
    pages: 0,
    async onStep(step) {
      if (step !== 'copied') return;
      // A change that the second move would have taken from the first.
      await site.import({ 'site.yaml': 'name: 搬家中的刊名\n' });
      for (const attempt of [
        () => moveSite(site, other, { pages: 0 }),
        () => databaseCommand(['unmark'], config, silentLog, silence),
      ])
        refused.push(await attempt().catch((error: unknown) => String(error)));
    },
  });
  const expected = expect.stringContaining('a move of this database is under way already');
  expect(refused).toEqual([expected, expected]);
  expect(other.engine === 'sqlite' && existsSync(other.file)).toBe(false);
  expect((await compareRows(config.database, target)).different).toEqual([]);
});

test.for(engines)('where there is no site on %s none is made and moved', async (engine) => {
  const { config } = await anEmptyPlace(engine);
  const target = await emptyDatabaseConfig('sqlite');
  const reason = /there is no database at .*site\.db|is not the database of a site; check DATABASE_URL/;
  await expect(moveSite({ services: { config } }, target)).rejects.toThrow(reason);
  await expect(databaseCommand(['unmark'], config, silentLog, silence)).rejects.toThrow(reason);
  for (const { engine: kind, ...place } of [config.database, target])
    if ('file' in place) expect(existsSync(place.file), kind).toBe(false);
});

test.runIf(process.getuid?.() === 0)('what root moves belongs to whoever has DATA_DIR', async () => {
  const site = await openEditedSite();
  const { database, dataDir } = site.services.config;
  const target = await emptyDatabaseConfig('sqlite');
  if (database.engine !== 'sqlite' || target.engine !== 'sqlite') throw new Error('asked for SQLite');
  const nobody = 65534;
  chownSync(dataDir, nobody, nobody);
  chownSync(path.dirname(database.file), nobody, nobody);
  await moveSite(site, target, { pages: 0 });
  for (const file of [target.file, path.dirname(target.file), `${database.file}.move-lock`])
    expect(statSync(file), file).toMatchObject({ uid: nobody, gid: nobody });
});
