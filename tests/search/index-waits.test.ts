import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { keepIndexed } from '#server/search/index/keep-indexed.ts';
import { anArticle, anAuthor, contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { aClockAt } from '../helpers/site.ts';

test.for(engines)(
  'search on %s waits until prices are in order, or nobody is at it any more',
  async (engine) => {
    const db = await openTestDatabase(engine);
    const files = { 'authors/lin.md': anAuthor(), 'articles/spring.md': anArticle() };
    await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
    await sql`update articles set title = '新的題目'`.execute(db.write);
    await sql`update offer_state set holder = 'another', held_until = '2026-11-20T16:00:05.000Z'`.execute(
      db.write,
    );
    const countMarks = async () => (await db.read.selectFrom('search_dirty').select('ref').execute()).length;
    const clock = aClockAt('2026-11-20T16:00:01.000Z');
    const looks = vi.spyOn(clock, 'now');
    const config = readConfig({ DATA_DIR: temporaryFolder() });
    const keeper = keepIndexed({ db, config, clock, log: silentLog });
    await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(3);
    expect(await countMarks()).toBe(1);
    clock.set('2026-11-20T16:00:06.000Z');
    await expect.poll(countMarks).toBe(0);
    await keeper.close();
  },
);
