import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setMark } from '#server/operate/move/change-log/change-log.ts';
import { changeLogOf } from '#server/operate/move/change-log/change-log-of.ts';
import { openSide } from '#server/operate/move/sides/open-side.ts';
import { isoAt } from '#server/base/clock.ts';
import { dayMs } from '#server/base/durations.ts';
import type { MovingMark } from '#server/db/moving-mark.ts';
import { aStoredSite, backupsIn } from '../helpers/backups.ts';
import { anAuthor } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder } from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { openSite } from '../helpers/site.ts';
import { readSchema } from './landed/read-schema.ts';

const files = { 'authors/lin.md': anAuthor() };
const mark: MovingMark = { state: 'moving', place: 'another place', at: isoAt(0), token: 'x' };

test.for(engines)('what is not the site any more on %s, or not yet, is not backed up', async (engine) => {
  const site = await aStoredSite(engine);
  await site.import(files);
  const dir = temporaryFolder();
  expect(await site.backup(dir)).toMatchObject({ code: 0 });
  const good = backupsIn(dir);
  const side = await openSide(site.config.database);
  for (const [state, reason] of [
    ['moved', /^The site was moved from this database to another place/],
    ['filling', /^This database is being filled from another place/],
    ['filled', /^This database is being filled/],
  ] as const) {
    await side.run(setMark({ ...mark, state }));
    expect(await site.backup(dir, '--keep', '1')).toMatchObject({
      code: 1,
      err: expect.stringMatching(reason),
    });
    await side.run('drop table moving_mark');
  }
  await side.close();
  expect(backupsIn(dir)).toEqual(good);
});

test.for(engines)(
  'a backup on %s that was made while a move went on restores without its triggers',
  async (engine) => {
    const site = await aStoredSite(engine);
    await site.import(files);
    const side = await openSide(site.config.database);
    await changeLogOf(side).install(await side.listTables(), mark);
    await side.close();
    const dir = temporaryFolder();
    expect(await site.backup(dir)).toMatchObject({ code: 0, err: '' });
    expect(await site.restore(dir, '--replace')).toMatchObject({ code: 0, err: '' });
    expect(await site.inDatabase(readSchema)).toEqual(await readSchema(await openTestDatabase(engine)));
  },
);

test.for(engines)('a start on %s tells of a move that was cut off long ago', async (engine) => {
  const { config } = await aStoredSite(engine);
  const side = await openSide(config.database);
  await side.run(setMark({ ...mark, at: isoAt(Date.now() - 2 * dayMs) }));
  await side.close();
  const { log, lines } = keptLog();
  const { services } = await openSite({ database: config.database, log });
  const told = () => lines.filter(({ msg }) => msg.startsWith('a move of this database began a day ago'));
  expect(told()).toMatchObject([{ place: 'another place' }]);
  await sql`update moving_mark set at = ${isoAt(Date.now())}`.execute(services.db.write);
  await openSite({ database: config.database, log });
  expect(told()).toHaveLength(1);
});
