import { editForms } from '#shared/editing/edit-forms.ts';
import { mergeMarks, mergeWords } from '#shared/locale/editors/kept-text-texts.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import type { ContentWork } from '#server/content/thread/content-work.ts';
import { documentToForm } from '#server/features/editing/form/document-to-form.ts';
import type { MergedForm } from './merge-forms.ts';
import type { PublishTools } from '#server/features/editing/entries/publish.ts';
import { listPlansOf } from '#server/features/editing/plans/plans.ts';
import { requestLogOf } from '#server/http/request/request-log.ts';
import { numberIn, queryOf } from '#server/pages/edit/edit-address.ts';
import type { EditRequest } from '#server/pages/edit/edit-request.ts';
import type { EditResponder } from '#server/pages/edit/edit-responder.tsx';
import type { OpenForm } from '../act-on-entry.ts';
import { describeTheirs } from '../problem-texts.ts';
import { typedNote, type ShownEntry } from '../send-entry.ts';
import { conflictPage, type ConflictTexts } from './conflict-page.tsx';
import { mergeTyped, type FormBase, type TypedText } from './merge-typed.ts';

interface ConflictTools extends Pick<PublishTools, 'db'> {
  responder: EditResponder;
  contentWork: Pick<ContentWork, 'merge'>;
  /** Answers with the form of an entry. */
  sendShown(edit: EditRequest, shown: ShownEntry, statusCode: number): Promise<void>;
}

/** Answers where somebody was first: with both texts, and then with the form of both. */
export function conflictSender({ db, responder, contentWork, sendShown }: ConflictTools) {
  /** Somebody was first: both texts, and what a merge would leave to its editor. */
  async function sendConflict(
    edit: EditRequest,
    { kind, mine, conflict }: Omit<ConflictTexts, 'merged' | 'note'>,
    base: FormBase,
  ): Promise<void> {
    const { entry, theirs } = conflict;
    const isGone = theirs === null || entry.deleted_at !== null;
    const form = isGone ? null : await mergeOrNull(edit, { kind, entry, base, mine, theirs });
    const texts = { kind, mine, note: typedNote(edit.form), conflict };
    responder.send(conflictPage({ ...texts, ...(form && { merged: { form, base } }) }), edit);
  }

  async function mergeOrNull(edit: EditRequest, typed: TypedText): Promise<MergedForm | null> {
    try {
      return await mergeTyped({ db: db.read, contentWork }, typed);
    } catch (error) {
      // Both texts are shown without it.
      requestLogOf(edit.response).warn({ err: error }, 'two texts could not be merged');
      return null;
    }
  }

  /** The form with what was typed and what others have stored meanwhile. Nothing is stored. */
  async function sendMerged(edit: EditRequest, { kind, opened, content: mine }: OpenForm): Promise<void> {
    const query = queryOf(edit.request);
    const base = { version: numberIn(query.get('base')) ?? 0, mark: query.get('mark') ?? '' };
    const { entry, live, draft } = opened;
    const theirs = draft?.document ?? live;
    if (theirs === null || entry.deleted_at !== null) return responder.hide(edit);
    const merged = await mergeTyped({ db: db.read, contentWork }, { kind, entry, base, mine, theirs });
    if (merged === null) return responder.hide(edit);
    const { content, marks, open } = merged;
    const fields = editForms[kind].filter(({ name }) => open.includes(name));
    const problems = describeTheirs(fields, content, documentToForm(kind, readDocument(theirs)));
    const text = marks === 0 ? mergeWords.merged : mergeWords.marked(marks, mergeMarks);
    const plans = await listPlansOf(db.read, entry.key);
    const notice = { kind: 'plain', text } as const;
    await sendShown(edit, { kind, opened, content, problems, notice, isTyped: true, plans }, 200);
  }

  return { sendConflict, sendMerged };
}
