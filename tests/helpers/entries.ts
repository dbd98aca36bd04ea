import { sql, type Kysely, type Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export async function keyOf(db: Kysely<Schema>, kind: string, id: string): Promise<string> {
  const entry = await db
    .selectFrom('entries')
    .select('key')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return entry.key;
}

/** Gives a page another id as editors do: the entry stays what it is. */
export async function renamePage(trx: Transaction<Schema>, from: string, to: string): Promise<void> {
  await sql`update entries set id = ${to} where kind = 'pages' and id = ${from} and deleted_at is null`.execute(
    trx,
  );
  await sql`insert into pages select ${sql.raw(`'${to}'`)}, title, summary, cover, cover_alt, body_source, body_html,
    updated_at, status from pages where id = ${from}`.execute(trx);
  await trx.deleteFrom('pages').where('id', '=', from).execute();
}
