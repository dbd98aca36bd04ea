import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Builds before 0028 make their sitemaps of this table, which triggers of the content keep. */
export const noSitemapEntries: Migration = {
  name: '0029-no-sitemap-entries',
  async up(trx, engine) {
    const triggers =
      engine === 'sqlite'
        ? `select name from sqlite_master where type = 'trigger'`
        : `select proname as name from pg_proc
            where pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype`;
    const { rows } = await sql<{ name: string }>`
      select name from (${sql.raw(triggers)}) as triggers
      where substr(name, 1, 11) = 'sitemap_of_' or substr(name, 1, 16) = 'sitemap_entries_'
      order by name`.execute(trx);
    // On PostgreSQL a trigger goes with its function.
    for (const { name } of rows)
      await sql
        .raw(engine === 'sqlite' ? `drop trigger ${name}` : `drop function ${name}() cascade`)
        .execute(trx);
    await sql.raw('drop table sitemap_entries').execute(trx);
    if (engine === 'postgres')
      for (const kind of ['articles', 'authors', 'pages', 'products'])
        await sql.raw(`drop sequence if exists sitemap_numbers_of_${kind}`).execute(trx);
    await sql.raw(`delete from schema_repeatables where name = 'sitemap-triggers'`).execute(trx);
  },
};
