import type { Kind } from '#shared/kinds/kind-names.ts';
import { editForms } from '#shared/editing/edit-forms.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import { OverloadedError } from '#server/base/errors.ts';
import { listAutosaves } from '#server/features/editing/autosave/autosaves.ts';
import type { ChangeResult, Conflict } from '#server/features/editing/entries/change-entry.ts';
import { findHandedIn } from '#server/features/editing/desk/hand-in.ts';
import { documentToForm } from '#server/features/editing/form/document-to-form.ts';
import { openEntry } from '#server/features/editing/entries/open-entry.ts';
import { listPlansOf } from '#server/features/editing/plans/plans.ts';
import type { PublishTools } from '#server/features/editing/entries/publish.ts';
import { withSuggestions } from '#server/features/editing/form/suggest-names.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import type { OpenForm } from './act-on-entry.ts';
import { removePage, renamePage, type AddressPageProps } from '../site/address-pages.tsx';
import { queryOf } from '../edit-address.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { dueAtOf, entryPage, type EntryPageOptions } from './entry-page-props.tsx';
import { findChoices } from './find-choices.ts';
import { readEntryNotice } from '../notices.ts';
import { typedEnd } from './typed-times.ts';
import { describeProblems, describeRefused, noProblems } from './problem-texts.ts';
import type { EditPage } from '../send-edit-page.tsx';

export type Invalid = Extract<ChangeResult, { kind: 'invalid' }>;

/** Answers with the page of an entry: as stored, as typed, or as somebody else has left it. */
export function entrySender(responder: EditResponder, tools: PublishTools) {
  const { db } = tools;

  /** Somebody was first, and the button stored no text: nothing is done until the editor has seen the change. */
  async function sendOvertaken(
    edit: EditRequest,
    kind: Kind,
    { entry, isOwn }: Conflict,
    form: SentForm,
  ): Promise<void> {
    const problem = isOwn ? editTexts.conflict.ownOvertaken : editTexts.conflict.overtaken;
    const page = await addressPage(form, { db: db.read, kind, entry, problem });
    const opened = await openEntry(db.read, kind, entry.id);
    if (opened?.entry.key !== entry.key) return responder.hide(edit);
    if (page) return responder.send({ ...page, statusCode: 409 }, edit);
    const content = documentToForm(kind, readDocument(opened.draft?.document ?? opened.live ?? ''));
    const notice = { kind: 'problem', text: problem } as const;
    const shown = { kind, opened, content, problems: noProblems, notice, isTyped: false };
    await sendShown(edit, { ...shown, plans: await listPlansOf(db.read, entry.key) }, 409);
  }

  async function sendEntry(
    edit: EditRequest,
    { kind, opened, content }: OpenForm,
    invalid?: Invalid,
  ): Promise<void> {
    const fieldProblems = await withSuggestions(db.read, editForms[kind], invalid?.problems ?? []);
    const problems = describeProblems(kind, fieldProblems);
    const plans = await listPlansOf(db.read, opened.entry.key);
    const shownEntry = { ...opened, dueAt: dueAtOf(opened, tools.clock.nowIso()), plans };
    const notice = invalid ? null : readEntryNotice(queryOf(edit.request), shownEntry);
    const isKept = invalid?.kept !== undefined;
    const isTyped = edit.form !== undefined && !isKept;
    const done = queryOf(edit.request).get('done') ?? '';
    const warnings = storedNotices.has(done) ? await findWarnings(tools, content.body) : [];
    const shown = { kind, opened, content, problems, isKept, warnings, notice, isTyped, plans };
    await sendShown(edit, shown, invalid ? 422 : 200);
  }

  async function sendShown(edit: EditRequest, shown: ShownEntry, statusCode: number): Promise<void> {
    const { key: entryKey, id } = shown.opened.entry;
    const asking = { reader: responder.reader(), editor: edit.editor };
    const choices = await findChoices(asking, shown.kind, shown.content, id);
    // Only beside the stored text: a form that was sent is about to be stored.
    const autosaves =
      edit.form === undefined ? await listAutosaves(db.read, edit.editor.accountId, { entryKey }) : [];
    const handedIn = await findHandedIn(db.read, entryKey);
    const typed = { typedEnd: typedEnd(edit.form), typedNote: typedNote(edit.form) };
    const read = { choices, autosaves, handedIn, ...typed, now: tools.clock.nowIso() };
    const page = entryPage({ ...shown, ...read });
    responder.send({ ...page, statusCode }, edit);
  }

  return { sendEntry, sendOvertaken, sendShown };
}

/** Page of an entry, without what every such page reads by itself. */
export type ShownEntry = Omit<
  EntryPageOptions,
  'choices' | 'autosaves' | 'handedIn' | 'now' | 'typedEnd' | 'typedNote'
>;

/** Note for who gets the draft; empty: none was typed. */
export function typedNote(form: SentForm | undefined): string {
  return form === undefined ? '' : valueOf(form, 'note');
}

/** Values of `done` in an address after a text was stored (`pathAfter`). */
const storedNotices = new Set(['saved', 'published']);

async function findWarnings({ render }: PublishTools, body: string): Promise<string[]> {
  try {
    return (await render(body)).warnings.map(describeRefused);
  } catch (error) {
    // No form waits for information that is not essential.
    if (error instanceof OverloadedError) return [];
    throw error;
  }
}

/** The page that a form came from which gives an entry another address or none, with what was typed. Else null. */
export async function addressPage(
  form: SentForm,
  asking: Omit<AddressPageProps, 'typed'>,
): Promise<EditPage | null> {
  switch (valueOf(form, 'do')) {
    case 'remove':
      return removePage({ ...asking, typed: valueOf(form, 'to') });
    case 'merge':
      return removePage({ ...asking, into: valueOf(form, 'into') });
    case 'rename':
      return renamePage({ ...asking, typed: valueOf(form, 'id') });
    default:
      return null;
  }
}
