import { kinds } from '#shared/kinds/kinds.ts';
import { proposeId } from '#shared/editing/propose-id.ts';
import { writeDocument } from '#server/content/entries/entry-document.ts';
import type { ChangeResult } from '#server/features/editing/entries/change-entry.ts';
import { findFreeId } from '#server/features/editing/form/free-id.ts';
import { openEntry, openEntryOfForm, type OpenEntry } from '#server/features/editing/entries/open-entry.ts';
import { isPublishedAs, type PublishTools } from '#server/features/editing/entries/publish.ts';
import { createEntry, firstVersion } from '#server/features/editing/entries/save-draft.ts';
import { formToDocument } from '#server/features/editing/form/form-to-document.ts';
import { valueOf } from '#server/http/form/large-form.ts';
import { actOnEntry, type OpenForm, type SentOpenForm } from './act-on-entry.ts';

interface NewForm extends Pick<OpenForm, 'kind' | 'content'>, Pick<SentOpenForm, 'form' | 'editor'> {
  /** Key of the entry to be. */
  key: string;
  /** Typed id; empty: the title gives one. */
  id: string;
  /** Button that was pressed. */
  what: string;
}

interface StoredNew {
  /** Null: no form of ours has the button. */
  result: ChangeResult | null;
  /** The entry as it is; null where none was made. */
  opened: OpenEntry | null;
}

/**
 * Stores the form of a new entry, and publishes it if it says so. One that comes again, after a step back or a second
 * click, changes the entry that it has made.
 */
export async function storeNew(tools: PublishTools, sent: NewForm): Promise<StoredNew> {
  const { kind, key, id, content, form, what, editor } = sent;
  const proposed = proposedId(sent);
  const before = await openEntryOfForm(tools.db.read, kind, { key, id });
  const isOfForm = before?.entry.deleted_at === null && (proposed !== null || id === before.entry.id);
  const created = isOfForm ? null : await create(tools, sent, proposed);
  if (created !== null && (created.kind !== 'done' || what !== 'publish'))
    return { result: created, opened: null };
  const opened = created?.kind === 'done' ? await openEntry(tools.db.read, kind, created.entry.id) : before;
  if (opened === null) return { result: null, opened };
  const acting = { kind, opened, content, form, version: firstVersion, editor };
  const result = await actOnEntry(tools, what, acting);
  const kept =
    result?.kind === 'invalid' && result.kept && (await openEntry(tools.db.read, kind, result.kept.id));
  return { result, opened: kept || opened };
}

/** The id that the title gives, where none was typed or this very one; null where the editor has chosen another. */
function proposedId({ kind, id, content, form }: NewForm): string | null {
  const title = content.values[kinds[kind].title];
  const proposed = proposeId(typeof title === 'string' ? title : '');
  const isChosen = (id !== '' && id !== proposed) || valueOf(form, 'take-over') === 'on';
  return isChosen ? null : proposed;
}

/** Others may take the id between the question and the write. */
const maxTries = 3;

async function create(
  tools: PublishTools,
  { editor, kind, key, id: typed, content, form, what }: NewForm,
  proposed: string | null,
): Promise<ChangeResult> {
  const document = writeDocument(formToDocument(kind, content, undefined));
  const mayTakeOver = valueOf(form, 'take-over') === 'on';
  for (let tries = 1; ; tries += 1) {
    const id = proposed ? await findFreeId(tools.db.read, kind, proposed, key) : typed;
    const result = await createEntry(tools, {
      ...{ editor, kind, key, id, document, mayTakeOver },
      isDone: (_, present) =>
        what === 'publish' && present !== null && isPublishedAs(kind, document, present),
    });
    const isTaken = result.kind === 'invalid' && result.problems.some(({ code }) => takenCodes.has(code));
    if (!isTaken || !proposed || tries === maxTries) return result;
  }
}

const takenCodes: ReadonlySet<string> = new Set(['taken', 'redirected']);
