import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { removeMedia } from '#server/features/editing/media/change-media.ts';
import { aDrawing, anArticle, anAuthor } from '#tests/helpers/content.ts';
import { engines } from '#tests/helpers/databases.ts';
import { openEditSite } from '#tests/helpers/editing.ts';

const files = {
  'media/tea.svg': aDrawing,
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle(),
};

// On SQLite one of them has the only write lock.
test.runIf(engines.includes('postgres'))(
  'on PostgreSQL a deletion and an import do not wait for each other',
  async () => {
    const site = await openEditSite('postgres', files);
    const { accountId } = await site.signIn();
    const { db, clock } = site.services;
    const editor = { accountId, name: '林小青', role: 'editor' as const };
    const isDeletionWaiting = async () =>
      (
        await sql`select 1 from pg_locks where relation = 'media'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db.read)
      ).rows.length;
    // The locks that an import takes, and then a write of an entry.
    const removal = await writeTransaction(db, async (trx) => {
      await sql`lock table media in share row exclusive mode`.execute(trx);
      const removing = removeMedia({ db, clock }, { editor, path: 'media/tea.svg' });
      await expect.poll(isDeletionWaiting).toBe(1);
      // Its own writes need not wait for the deletion.
      await sql`lock table entries in row exclusive mode nowait`.execute(trx);
      await sql`update entries set version = version + 1`.execute(trx);
      return { removing };
    });
    expect(await removal.removing).toBe('done');
  },
);
