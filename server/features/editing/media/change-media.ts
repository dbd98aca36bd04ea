import { sql, type Kysely } from 'kysely';
import { isNeeded } from '#shared/editing/media-uses.ts';
import { OverloadedError } from '#server/base/errors.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { addEvent } from '../content-events.ts';
import { mayStillDo, type EditTools } from '../entries/change-entry.ts';
import { findUses } from './find-uses.ts';
import { toLabel } from './upload-names.ts';

interface MediaChange {
  editor: Editor;
  path: string;
}

type MediaChangeResult = 'done' | 'forbidden' | 'missing';

/** Gives a file the name by which editors find it. */
export function labelMedia(
  { db }: EditTools,
  { editor, path, label }: MediaChange & { label: string },
): Promise<MediaChangeResult> {
  return writeTransaction(db, async (trx) => {
    if (!(await mayStillDo(trx, db, { editor, action: 'change-media' }))) return 'forbidden';
    const labelled = trx
      .updateTable('media')
      .set({ label: toLabel(label) })
      .where('path', '=', path);
    return (await labelled.executeTakeFirst()).numUpdatedRows > 0n ? 'done' : 'missing';
  });
}

const maxTries = 5;

/** Deletes a file that no entry, draft or setting uses. The store removes it a day later. */
export async function removeMedia(
  { db, clock }: EditTools,
  { editor, path }: MediaChange,
): Promise<MediaChangeResult | 'needed'> {
  // All texts are read before, since nobody can save meanwhile; then nothing may have changed.
  for (let tries = 0; tries < maxTries; tries += 1) {
    const mark = await markOfEntries(db.read);
    if (isNeeded(await findUses(db.read, path, clock.now()))) return 'needed';
    const result = await writeTransaction(db, async (trx) => {
      if (!(await mayStillDo(trx, db, { editor, action: 'change-media' }))) return 'forbidden';
      if (db.engine === 'postgres') {
        // In the order of an import, which writes entries until its end: all saves would wait behind this one.
        await sql`lock table media in row exclusive mode`.execute(trx);
        // Saves have checked their references already.
        await sql`lock table entries in share mode`.execute(trx);
      }
      if ((await markOfEntries(trx)) !== mark) return 'changed';
      const deleted = await trx.deleteFrom('media').where('path', '=', path).executeTakeFirst();
      if (deleted.numDeletedRows === 0n) return 'missing';
      const event = { event: 'remove-media', kind: 'media', id: path };
      await addEvent(trx, { ...event, editor, at: clock.nowIso() });
      return 'done';
    });
    if (result !== 'changed') return result;
  }
  throw new OverloadedError('editors save too often to see that a file is not used');
}

/** Another value after every write of content, of a draft or of the settings: each raises the version of its entry. */
async function markOfEntries(db: Kysely<Schema>): Promise<string> {
  const { versions, count } = await db
    .selectFrom('entries')
    .select((eb) => [eb.fn.sum('version').as('versions'), eb.fn.countAll().as('count')])
    .executeTakeFirstOrThrow();
  return `${String(versions)} ${String(count)}`;
}
