import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open/open-database.ts';
import type { ChangedTags } from '#server/freshness/changes/change-source.ts';
import { openChangeTable } from '#server/freshness/changes/change-table.ts';
import { tags } from '#server/freshness/tags.ts';
import { createThinning } from '#server/freshness/changes/thin-changes.ts';
import { engines, preparedDatabaseConfig, silentLog } from '../helpers/databases.ts';

async function openSetting() {
  const config = await preparedDatabaseConfig('postgres');
  if (config.engine !== 'postgres') throw new Error('asked for PostgreSQL');
  const db = await openDatabase(config, silentLog);
  const reported: ChangedTags[] = [];
  const table = await openChangeTable({
    url: config.url,
    onChange: (changed) => void reported.push(changed),
    log: silentLog,
  });
  onTestFinished(async () => {
    await table.close();
    await db.close();
  });
  return { db, table, reported };
}

const author = (id: string) => sql`insert into authors (id, name, bio_source, bio_html, bio_text, links)
  values (${id}, '林', '', '', '', '[]')`;

describe.runIf(engines.includes('postgres'))('the table of changes on PostgreSQL', () => {
  test('tells of what was begun before and is committed later', async () => {
    const { db, table, reported } = await openSetting();
    const slow = await db.write.startTransaction().execute();
    await author('slow').execute(slow);
    await author('quick').execute(db.write);
    await table.look();
    expect(reported.flat()).toContain(tags.author('quick'));
    expect(reported.flat()).not.toContain(tags.author('slow'));

    reported.length = 0;
    await slow.commit().execute();
    await table.look();
    expect(reported.flat()).toContain(tags.author('slow'));
    expect(reported.flat()).not.toContain(tags.author('quick'));

    reported.length = 0;
    await table.look();
    expect(reported).toEqual([]);
  });

  test('has few rows of a long import, which then changes everything', async () => {
    const { db, table, reported } = await openSetting();
    await sql`do $$ begin
      for n in 1..5000 loop
        insert into authors (id, name, bio_source, bio_html, bio_text, links) values ('a' || n, '林', '', '', '', '[]');
      end loop;
    end $$`.execute(db.write);
    const { rows } = await sql<{ count: number }>`select count(*) as count from changes`.execute(db.read);
    expect(rows[0]?.count).toBeGreaterThan(1_000);
    expect(rows[0]?.count).toBeLessThanOrEqual(2_001);
    await table.look();
    expect(reported).toEqual(['everything']);
  });

  test('is thinned of what everybody has seen, and of nothing else', async () => {
    const { db } = await openSetting();
    const written = async () => {
      const { rows } = await sql<{ tag: string }>`select tag from changes where tag like 'author:%'`.execute(
        db.read,
      );
      return rows.map(({ tag }) => tag).sort();
    };
    const thin = createThinning(db);
    await author('old').execute(db.write);
    const slow = await db.write.startTransaction().execute();
    await author('slow').execute(slow);
    await thin();
    await slow.commit().execute();
    expect(await written()).toEqual(['author:old', 'author:slow']);
    // Nobody may have seen the slow one when the first thinning began.
    await thin();
    expect(await written()).toContain('author:slow');
    // Transactions in other databases of the server keep rows too, for as long as they run.
    const next = async () => {
      await thin();
      return written();
    };
    await expect.poll(next).toEqual([]);
  });

  test('tells of what happened while its connection was lost', async () => {
    const { db, table, reported } = await openSetting();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db.write);
    await author('meanwhile').execute(db.write);
    await expect.poll(() => table.isRead).toBe(true);
    await table.look();
    expect(reported.flat()).toContain(tags.author('meanwhile'));
  });
});
