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
import { toZonedIso } from '#shared/locale/dates.ts';
import { changeAtField, editForms, minorEditField } from '#shared/editing/edit-forms.ts';
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
import type { ContentEntry } from '#server/content/kinds/content-kind.ts';
import type { Editor, Writer } from '#server/content/history/editor.ts';
import type { NamedThing } from '../form/find-named.ts';
import { checkDocument, findUnknown, withUnknown, type FieldProblem } from '../form/find-problems.ts';
import { findUnsaid } from '../form/mistake-problems.ts';
import { removePlans } from '../plans/plans.ts';
import { findKnownSince } from '../live/publication-time.ts';
import { addRevision, keepLive, type Entry } from '#server/content/history/revisions.ts';

export interface PublishTools extends EditTools {
  /** Renders Markdown, off the event loop. */
  render(source: string): Promise<RenderedBody>;
}

/** Text of an entry that visitors are to see. */
export interface NewText {
  kind: Kind;
  id: string;
  key: string;
  document: string;
  /** Questions to its sender. */
  questions?: readonly FieldProblem[];
}

interface Publish extends NewText {
  editor: Editor;
  version: number;
}

/** Shows a document to visitors, when everything about it is right. The text before it stays a revision. */
export async function publish(tools: PublishTools, publication: Publish): Promise<ChangeResult> {
  const { editor, kind, id, key, version, document: typed } = publication;
  const ready = await findReady(tools, publication);
  if ('problems' in ready) return { kind: 'invalid', problems: ready.problems };
  const change = {
    ...({ editor, action: 'publish', key, version, document: ready.document } as const),
    isDone: (_: Entry, present: Present | null) => present !== null && isPublishedAs(kind, typed, present),
    mayGoOn: ({ isDraft, accountId, document: saved }: Present) =>
      isDraft && accountId === editor.accountId && isSameText(kind, typed, saved),
  };
  return changeEntry(tools, change, async (trx, entry) => {
    const at = tools.clock.nowIso();
    const live = await keepLive(trx, entry, at);
    const saved = await trx
      .selectFrom('drafts')
      .select('entry_key')
      .where('entry_key', '=', key)
      .executeTakeFirst();
    if (live === change.document && !saved) leaveAsItIs(entry);
    await writeReady(trx, ready, { kind, id, at });
    await trx.deleteFrom('drafts').where('entry_key', '=', key).execute();
    // A plan with another text is for its editor to decide about.
    await removePlans(trx, key, (planned) => isSameText(kind, planned, typed));
    await recordLive(trx, { key, kind, id, editor, at, action: 'publish' });
  });
}

/** A text with nothing wrong about it. */
export interface ReadyText {
  /** Document that is published. */
  document: string;
  parsed: ContentEntry;
  named: readonly NamedThing[];
  isMinor: boolean;
}

/** Finds everything that is wrong about a text at once, so that an editor does not meet it one after the other. */
export async function findReady(
  tools: PublishTools,
  { kind, id, key, document: typed, questions = [] }: NewText,
): Promise<ReadyText | { problems: FieldProblem[] }> {
  const now = tools.clock.nowIso();
  const since = await findKnownSince(tools.db.read, { kind, id, key }, now);
  const draft = readDocument(typed);
  const document = forPublishing(kind, draft, since ?? now);
  const rendered = await tools.render(document.body);
  const { problems, entry: parsed, named } = checkDocument(kind, id, document, rendered);
  const unsaid = [...questions, ...findUnsaid(kind, document.fields)];
  if (parsed === null || unsaid.length > 0) {
    const unknown = await findUnknown(tools.db.read, named);
    return { problems: withUnknown([...problems, ...unsaid], unknown) };
  }
  return { document: writeDocument(document), parsed, named, isMinor: isMinorEdit(draft) };
}

/** Refuses a text that names something which is not there. */
export async function requireNamed(trx: Transaction<Schema>, named: readonly NamedThing[]): Promise<void> {
  const unknown = await findUnknown(trx, named);
  if (unknown.length > 0) refuse(unknown);
}

/** Writes the row that visitors read. */
export async function writeReady(
  trx: Transaction<Schema>,
  { parsed, named, isMinor }: ReadyText,
  { kind, id, at }: { kind: Kind; id: string; at: string },
): Promise<void> {
  // An address may have changed since the form was made.
  await requireNamed(trx, named);
  await writeEntries(trx, contentKinds[kind], [parsed], {
    step: () => {},
    times: { at, isFromForm: true, isMinor: () => isMinor },
  });
  await checkPlace(trx, { kind, id });
}

/** Whether a draft marks its change as too small for a new time of change. */
export function isMinorEdit({ fields }: EntryDocument): boolean {
  return fields[minorEditField] === true;
}

/** Finds that a draft is meant for a moment to come: only its own form can plan it, or publish it sooner. */
export function findForLater(document: string, now: string): FieldProblem[] {
  const time = readDocument(document).fields[changeAtField];
  const isToCome = typeof time === 'string' && Date.parse(time) > Date.parse(now);
  return isToCome ? [{ field: changeAtField, code: 'later' }] : [];
}

/** Whether publishing this text has made the current document, times apart: publishing may have set them itself. */
export function isPublishedAs(
  kind: Kind,
  typed: string,
  { document, isDraft }: Pick<Present, 'document' | 'isDraft'>,
): boolean {
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
  const { [minorEditField]: _, [changeAtField]: __, ...fields } = typed;
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

export interface RecordLive {
  key: string;
  kind: Kind | 'site';
  id: string;
  editor: Writer;
  at: string;
  action: 'publish' | 'unpublish' | 'archive' | 'rename' | 'restore';
  /** Event, if it has another name than the action. */
  event?: { name: string; detail: string };
}

/** Keeps the text that visitors see from now on as a revision, with the version of the entry at that point. */
export async function recordLive(
  trx: Transaction<Schema>,
  { key, kind, id, editor, at, action, event }: RecordLive,
): Promise<void> {
  const document = await findLive(trx, { kind, id });
  if (document === null) return;
  const entry = await trx
    .selectFrom('entries')
    .select(['key', 'version'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  await addRevision(trx, { entry, version: entry.version, action, document, by: editor, at });
  const detail = event && { detail: event.detail };
  await addEvent(trx, { event: event?.name ?? action, editor, at, kind, id, ...detail });
}
