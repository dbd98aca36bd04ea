import type { Kind } from '#shared/kinds/kind-names.ts';
import { changeAtField, editForms, type EditField } from '#shared/editing/edit-forms.ts';
import { findOversized } from '#server/features/editing/form/find-oversized.ts';
import { wholeLinesField } from '#shared/editing/whole-form.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { endField } from '#shared/editing/plan/end-field.ts';
import { cancelButtons } from '#shared/editing/plan/plans.ts';
import { momentOf } from '#shared/editing/plan/publish-claim.ts';
import { readDocument, writeDocument } from '#server/content/entries/entry-document.ts';
import { findLastDraft, type Revision } from '#server/content/history/revisions.ts';
import type { ChangeResult } from '#server/features/editing/entries/change-entry.ts';
import type { FieldProblem } from '#server/features/editing/form/find-problems.ts';
import { findSeveral } from '#server/features/editing/form/find-several.ts';
import { findSimilar } from '#server/features/editing/form/find-similar.ts';
import { withPresentIds } from '#server/features/editing/form/find-present-ids.ts';
import { formToDocument, meantValue } from '#server/features/editing/form/form-to-document.ts';
import { giveBack, handIn } from '#server/features/editing/desk/hand-in.ts';
import { mergeEntry } from '#server/features/editing/entries/merge-entry.ts';
import type { OpenEntry } from '#server/features/editing/entries/open-entry.ts';
import { publish, type PublishTools } from '#server/features/editing/entries/publish.ts';
import { mayDo } from '#server/features/editing/may-do.ts';
import { withdraw } from '#server/features/editing/live/withdraw.ts';
import { cancelPlan, planChange, planEnd } from '#server/features/editing/plans/plan-change.ts';
import { renameEntry } from '#server/features/editing/entries/rename.ts';
import { duplicateEntry } from '#server/features/editing/desk/duplicate.ts';
import { discardDraft, restoreRevision, saveDraft } from '#server/features/editing/entries/save-draft.ts';
import { removeEntry } from '#server/features/editing/entries/trash.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import { isTouched } from '../form-mark.ts';
import type { EditRequest } from '../edit-request.ts';
import { findWrongTime, isSooner, typedChange, typedEnd } from './typed-times.ts';

/** An entry's form as an editor sees it. */
export interface OpenForm {
  kind: Kind;
  opened: OpenEntry;
  content: FormContent;
}

export interface SentOpenForm extends OpenForm {
  form: SentForm;
  version: number;
  editor: EditRequest['editor'];
}

/** Does the action of the button with this name. Null for a button that no form of ours has. */
export async function actOnEntry(
  tools: PublishTools,
  what: string,
  sent: SentOpenForm,
): Promise<ChangeResult | null> {
  const { kind, opened, content, form, version, editor } = sent;
  const status = readDocument(opened.draft?.document ?? opened.live ?? '').fields['status'];
  const document = () => writeDocument(formToDocument(kind, content, status));
  const keepsTyped = besides.has(what) && form.has('body') && isTouched(form);
  const problems = storing.has(what) || keepsTyped ? findOversized(editForms[kind], content) : [];
  problems.push(...findWrongTimes(what, sent, tools.clock.nowIso()));
  if (problems.length > 0) return { kind: 'invalid', problems };
  if (!keepsTyped) return press(tools, what, { ...sent, document });
  const lastDraft = what === 'undiscard' ? await findLastDraft(tools.db.read, opened.entry.key) : null;
  const { key } = opened.entry;
  const saved = await saveDraft(tools, { editor, kind, key, version, document: document() });
  if (saved.kind !== 'done') return saved;
  const result = await press(tools, what, { ...sent, document, version: saved.entry.version, lastDraft });
  // The typed text is stored, whatever became of the button.
  return result?.kind === 'invalid' ? { kept: saved.entry, ...result } : result;
}

interface Pressed extends SentOpenForm {
  document: () => string;
  /** Draft before the text that was typed; left out: nothing was. */
  lastDraft?: Revision | null;
}

async function press(
  tools: PublishTools,
  what: string,
  { kind, opened, content, form, version, editor, document, lastDraft }: Pressed,
): Promise<ChangeResult | null> {
  const { key, id } = opened.entry;
  const base = { editor, kind, key, version };
  switch (what) {
    case 'leave':
    case 'save':
    case 'preview':
    case 'preview-at':
      return saveDraft(tools, { ...base, document: document() });
    case 'publish':
    case 'plan': {
      if (!mayDo(editor.role, 'publish')) return { kind: 'forbidden' };
      const typedNames = { kind, id, values: content.values, isNew: opened.live === null };
      const questions = [
        ...(await findSeveral(tools.db.read, editForms[kind], content, isAnsweredBy(form))),
        ...(form.has('answer') ? [] : await findSimilar(tools.db.read, typedNames)),
      ];
      const publication = { ...base, id, document: document(), questions };
      const runAt = what === 'plan' ? momentOf(typedChange(content)) : null;
      return orKeep(tools, publication, () =>
        runAt === null ? publish(tools, publication) : planChange(tools, { ...publication, runAt }),
      );
    }
    case 'plan-end':
      return planEnd(tools, { ...base, runAt: momentOf(typedEnd(form)) ?? '' });
    case cancelButtons.publish:
      return cancelPlan(tools, { ...base, action: 'publish' });
    case cancelButtons.archive:
      return cancelPlan(tools, { ...base, action: 'archive' });
    case 'hand-in':
      return handIn(tools, { ...base, document: document(), note: valueOf(form, 'note') });
    case 'give-back':
      return giveBack(tools, { ...base, note: valueOf(form, 'note') });
    case 'duplicate': {
      const stored = opened.draft?.document ?? opened.live ?? '';
      return duplicateEntry(tools, { editor, kind, id, document: form.has('body') ? document() : stored });
    }
    case 'discard':
      return discardDraft(tools, base);
    case 'undiscard': {
      const revision = lastDraft === undefined ? await findLastDraft(tools.db.read, key) : lastDraft;
      return revision && restoreRevision(tools, { ...base, revision });
    }
    case 'unpublish':
      return withdraw(tools, { ...base, state: 'draft' });
    case 'archive':
      return withdraw(tools, { ...base, state: 'archived' });
    case 'republish':
      return opened.live === null ? null : withdraw(tools, { ...base, state: 'published' });
    case 'remove':
      return removeEntry(tools, { ...base, address: addressOf(form) });
    case 'merge':
      return mergeEntry(tools, { ...base, into: await readInto(tools, kind, form) });
    case 'rename':
      return renameEntry(tools, {
        ...base,
        id: (valueOf(form, 'id') || valueOf(form, 'back')).trim(),
        mayTakeOver: valueOf(form, 'take-over') === 'on',
      });
    default:
      return null;
  }
}

/** Finds times that cannot be, or would surprise, before anything is stored. */
function findWrongTimes(what: string, { opened, content, form }: SentOpenForm, now: string): FieldProblem[] {
  const isLive = opened.entry.state === 'published';
  switch (what) {
    case 'publish':
    case 'plan':
      return [
        ...findEarlierTime(content, opened.live),
        ...(what === 'plan' ? findWrongTime(changeAtField, typedChange(content), now) : []),
        ...findSooner(what, content, { form, now, field: isLive ? changeAtField : 'publishedAt' }),
      ];
    case 'plan-end':
      return findWrongTime(endField, typedEnd(form), now);
    default:
      return [];
  }
}

/** Finds a time of change that was typed into this form, and is before the one that visitors have seen. */
function findEarlierTime({ values }: FormContent, live: string | null): FieldProblem[] {
  const shown = live === null ? undefined : readDocument(live).fields['updatedAt'];
  const typed = meantValue({ name: 'updatedAt', label: '', type: 'time' }, values);
  const isTyped = typeof typed === 'string' && typed !== values['updatedAt.was'];
  if (!isTyped || typeof shown !== 'string' || !(Date.parse(typed) < Date.parse(shown))) return [];
  return [{ field: 'updatedAt', code: 'earlier' }];
}

/** Finds a time at which visitors would see the text before the one of which the button spoke. */
function findSooner(
  what: string,
  content: FormContent,
  { form, now, field }: { form: SentForm; now: string; field: string },
): FieldProblem[] {
  const typed = what === 'plan' ? typedChange(content) : String(content.values['publishedAt'] ?? '');
  return isSooner(form, momentOf(typed) ?? now, now) ? [{ field, code: 'sooner' }] : [];
}

/** Whether the sender has confirmed that each line of a list is one name. */
export function isAnsweredBy(form: SentForm): (field: string) => boolean {
  return (field) => valueOf(form, wholeLinesField(field)) === 'on';
}

/** Keeps a text as a draft that cannot be published: it is whole there when its editor comes back another day. */
async function orKeep(
  tools: PublishTools,
  change: Parameters<typeof publish>[1],
  publishIt: () => Promise<ChangeResult>,
): Promise<ChangeResult> {
  const result = await publishIt();
  if (result.kind !== 'invalid') return result;
  const kept = await saveDraft(tools, change);
  return kept.kind === 'done' ? { ...result, kept: kept.entry } : kept;
}

/** Buttons that store the content of the form. */
export const storing: ReadonlySet<string> = new Set([
  ...['save', 'preview', 'preview-at', 'publish', 'plan', 'leave', 'hand-in'],
]);

/** Buttons beside the form of an entry: text typed in it becomes a draft before they do anything. */
const besides: ReadonlySet<string> = new Set([
  'discard',
  'undiscard',
  'unpublish',
  'archive',
  'republish',
  'rename',
  'plan-end',
  ...Object.values(cancelButtons),
  'duplicate',
  'give-back',
]);

function addressOf(form: SentForm): Parameters<typeof removeEntry>[1]['address'] {
  return valueOf(form, 'address') === 'leads'
    ? { kind: 'leads', to: valueOf(form, 'to').trim() }
    : { kind: 'gone' };
}

/** The id of the chosen or typed entry; what names none stays as it was typed. */
async function readInto({ db }: PublishTools, kind: Kind, form: SentForm): Promise<string> {
  const field: EditField = { name: 'into', label: '', type: 'reference', to: kind };
  const typed = { values: { into: valueOf(form, 'into').trim() }, body: '' };
  return String((await withPresentIds(db.read, [field], typed)).values['into']);
}

const notices = new Map([
  ['save', 'saved'],
  ['publish', 'published'],
  ['discard', 'discarded'],
  ['unpublish', 'unpublished'],
  ['archive', 'archived'],
  ['remove', 'removed'],
  ['merge', 'removed'],
  ['rename', 'renamed'],
  ['republish', 'published'],
  ['undiscard', 'undiscarded'],
  ['plan', 'planned'],
  ['plan-end', 'end-planned'],
  ...Object.values(cancelButtons).map((button) => [button, 'plan-cancelled'] as const),
  ['duplicate', 'duplicated'],
  ['hand-in', 'handedIn'],
  ['give-back', 'gaveBack'],
]);

/** Address that an editor goes on to after an action, with the notice to show there. */
export function pathAfter(
  what: string,
  kind: Kind,
  { entry, before }: { entry: OpenEntry['entry']; before: string },
): string {
  const isRemoved = what === 'remove' || what === 'merge';
  const undo = isRemoved ? `&undo=${entry.key}.${entry.version}` : '';
  const former = what === 'rename' && before !== entry.id ? `&from=${encodeURIComponent(before)}` : '';
  const path = isRemoved ? editPaths.list(kind) : editPaths.entry(kind, entry.id);
  return `${path}?done=${notices.get(what)}${undo}${former}`;
}
