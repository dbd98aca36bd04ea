import { anyTable } from '#server/content/entries/any-table.ts';
import { hasState } from '#server/db/tables/kind-columns.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { findLive } from '#server/content/entries/documents.ts';
import { readDocument, writeDocument, type EntryDocument } from '#server/content/entries/entry-document.ts';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import type { RenderedBody } from '#server/content/markdown/render-markdown.ts';
import { writeEntries } from '#server/content/entries/write-rows.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Status } from '#server/db/tables/status.ts';
import { toZonedIso } from '#shared/locale/dates.ts';
import { editForms, minorEditField } from '#shared/editing/edit-forms.ts';
import { ownValue } from '#shared/own-value.ts';
import {
  changeEntry,
  leaveAsItIs,
  refuse,
  type ChangeResult,
  type EditTools,
  type Present,
} from './change-entry.ts';
import { checkPlace } from './check-place.ts';
import { addEvent } from '../content-events.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { checkDocument, findUnknown, withUnknown, type FieldProblem } from '../form/find-problems.ts';
import { findUnsaid } from '../form/mistake-problems.ts';
import { findKnownSince, isOverdue } from './publication-time.ts';
import { addRevision, keepLive, type Entry } from '#server/content/history/revisions.ts';

export interface PublishTools extends EditTools {
  /** Renders Markdown, off the event loop. */
  render(source: string): Promise<RenderedBody>;
}

interface Publish {
  editor: Editor;
  kind: Kind;
  id: string;
  key: string;
  version: number;
  document: string;
  /** Questions to its sender. */
  questions?: readonly FieldProblem[];
}

/** Shows a document to visitors, when everything about it is right. The text before it stays a revision. */
export async function publish(
  tools: PublishTools,
  { editor, kind, id, key, version, document: typed, questions = [] }: Publish,
): Promise<ChangeResult> {
  const now = tools.clock.nowIso();
  const since = await findKnownSince(tools.db.read, { kind, id, key }, now);
  const draft = readDocument(typed);
  const document = forPublishing(kind, draft, since ?? now);
  const rendered = await tools.render(document.body);
  const { problems, entry: parsed, named } = checkDocument(kind, id, document, rendered);
  const unsaid = [...questions, ...findUnsaid(kind, document.fields)];
  // Reports all problems at once, so that an editor does not meet them one after the other.
  if (parsed === null || unsaid.length > 0) {
    const unknown = await findUnknown(tools.db.read, named);
    return { kind: 'invalid', problems: withUnknown([...problems, ...unsaid], unknown) };
  }
  const change = {
    ...({ editor, action: 'publish', key, version, document: writeDocument(document) } as const),
    isDone: (_: Entry, present: Present | null) => present !== null && isPublishedAs(kind, typed, present),
    mayGoOn: ({ isDraft, accountId, document: saved }: Present) =>
      isDraft && accountId === editor.accountId && isSameText(kind, typed, saved),
  };
  return changeEntry(tools, change, async (trx, entry) => {
    // The address may have changed since the form was made; then the version has, too.
    const unknown = await findUnknown(trx, named);
    if (unknown.length > 0) refuse(unknown);
    const at = tools.clock.nowIso();
    const live = await keepLive(trx, entry, at);
    const saved = await trx
      .selectFrom('drafts')
      .select('entry_key')
      .where('entry_key', '=', key)
      .executeTakeFirst();
    if (live === change.document && !saved) leaveAsItIs(entry);
    await writeEntries(trx, contentKinds[kind], [parsed], {
      step: () => {},
      times: { at, isFromForm: true, isMinor: () => isMinorEdit(draft) },
    });
    await checkPlace(trx, { kind, id });
    await trx.deleteFrom('drafts').where('entry_key', '=', key).execute();
    await recordLive(trx, { key, kind, id, editor, at, action: 'publish' });
  });
}

/** Whether a draft marks its change as too small for a new time of change. */
export function isMinorEdit({ fields }: EntryDocument): boolean {
  return fields[minorEditField] === true;
}

/** Whether publishing this text has made the current document, times apart: publishing may have set them itself. */
export function isPublishedAs(kind: Kind, typed: string, { document, isDraft }: Present): boolean {
  if (isDraft) return false;
  const published = readDocument(document);
  const { publishedAt, updatedAt } = published.fields;
  const time = typeof publishedAt === 'string' ? publishedAt : someTime;
  const { fields, body } = forPublishing(kind, readDocument(typed), time);
  return (
    body === published.body && isDeepStrictEqual({ ...fields, updatedAt }, { ...published.fields, updatedAt })
  );
}

/** Whether two documents are the same to visitors: a draft is one by its state alone. */
function isSameText(kind: Kind, one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) =>
    writeDocument(forPublishing(kind, readDocument(text), someTime)),
  );
  return first === second;
}

/** Stands for an unknown moment of publishing. */
export const someTime = '2000-01-01T00:00:00.000Z';

/** Returns a document as it is published: an article without a time gets this one. */
export function forPublishing(
  kind: Kind,
  { fields: typed, body }: EntryDocument,
  time: string,
): EntryDocument {
  const { [minorEditField]: _, ...fields } = typed;
  const { shown } = kinds[kind];
  if (shown === 'always') return { fields, body };
  const published: Record<string, unknown> = {
    ...fields,
    ...(shown === 'dated' && { publishedAt: fields['publishedAt'] ?? toZonedIso(time) }),
    status: 'published',
  };
  // In the order in which it is stored, so that the same text is the same document.
  const names = [...editForms[kind].map(({ name }) => name), 'status'];
  const inOrder = names.flatMap((name) => {
    const value = ownValue(published, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { fields: { ...Object.fromEntries(inOrder), ...published }, body };
}

interface Withdraw {
  editor: Editor;
  kind: Kind;
  key: string;
  version: number;
  /** New state: to be worked on, over, or, when undone, the former one. */
  state: Status;
}

/** Takes an entry away from visitors, or gives it back to them as it is. A kind without a state is always there. */
export function withdraw(
  tools: EditTools,
  { editor, kind, key, version, state }: Withdraw,
): Promise<ChangeResult> {
  const isDone = (entry: Entry) => entry.deleted_at === null && entry.state === state;
  return changeEntry(tools, { editor, action: 'withdraw', key, version, isDone }, async (trx, entry) => {
    if (!hasState(kind)) refuse([{ field: 'id', code: 'wrong' }]);
    else {
      const at = tools.clock.nowIso();
      if (state === 'published' && (await isOverdue(trx, { kind, id: entry.id, key }, at)))
        refuse([{ field: 'publishedAt', code: 'overdue' }]);
      await keepLive(trx, entry, at);
      await anyTable(trx).updateTable(kind).set({ status: state }).where('id', '=', entry.id).execute();
      const action = actionOf[state];
      await recordLive(trx, { key, kind, id: entry.id, editor, at, action });
    }
  });
}

const actionOf = { draft: 'unpublish', archived: 'archive', published: 'publish' } as const;

interface RecordLive {
  key: string;
  kind: Kind | 'site';
  id: string;
  editor: Editor;
  at: string;
  action: 'publish' | 'unpublish' | 'archive' | 'rename' | 'restore';
}

/** Keeps the text that visitors see from now on as a revision, with the version of the entry at that point. */
export async function recordLive(
  trx: Transaction<Schema>,
  { key, kind, id, editor, at, action }: RecordLive,
): Promise<void> {
  const document = await findLive(trx, { kind, id });
  if (document === null) return;
  const entry = await trx
    .selectFrom('entries')
    .select(['key', 'version'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  await addRevision(trx, { entry, version: entry.version, action, document, by: editor, at });
  await addEvent(trx, { event: action, editor, at, kind, id });
}
