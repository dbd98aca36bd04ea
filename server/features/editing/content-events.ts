import type { Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { Writer } from '#server/content/history/editor.ts';

interface NewEvent {
  event: string;
  /** Null: the site itself. */
  editor: Writer | null;
  at: string;
  kind: string;
  id: string;
  detail?: string;
}

/** Records a change of content, in the transaction that makes it. */
export async function addEvent(
  trx: Transaction<Schema>,
  { event, editor, at, kind, id, detail }: NewEvent,
): Promise<void> {
  await trx
    .insertInto('content_events')
    .values({
      at,
      event,
      account_id: editor?.accountId ?? null,
      account_name: editor?.name ?? '',
      kind,
      id,
      detail: detail ?? null,
    })
    .execute();
}
