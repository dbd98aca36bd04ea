import { kinds } from '#shared/kinds/kinds.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { EntryPage, type EntryPageProps } from '#client/edit/pages/entry/entry-page.tsx';
import type { NoticeText } from '#client/edit/notice.tsx';
import type { Choices } from '#client/edit/form/choices.ts';
import type { FormProblems } from '#client/edit/form/form-fields.tsx';
import { editForms } from '#shared/editing/edit-forms.ts';
import { compareFields } from '#server/content/history/differences.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import type { ShownPlan } from '#shared/editing/plan/plans.ts';
import { entryPath } from '#shared/address/paths.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import type { ListedAutosave } from '#server/features/editing/autosave/autosaves.ts';
import type { HandedIn } from '#server/features/editing/desk/hand-in.ts';
import type { OpenEntry } from '#server/features/editing/entries/open-entry.ts';
import { markOfContent } from '../form-mark.ts';
import type { EditPage } from '../send-edit-page.tsx';

export interface EntryPageOptions {
  kind: Kind;
  opened: OpenEntry;
  content: FormContent;
  /** Whether the content is not stored. */
  isTyped: boolean;
  choices: Choices;
  problems: FormProblems;
  isKept?: boolean;
  warnings?: readonly string[];
  handedIn: HandedIn | null;
  notice: NoticeText | null;
  autosaves: readonly ListedAutosave[];
  plans: readonly ShownPlan[];
  typedEnd: string;
  typedNote: string;
  /** ISO 8601 in UTC. */
  now: string;
}

/** The page with the form of an entry. */
export function entryPage({ kind, opened, now, isTyped, autosaves, ...shown }: EntryPageOptions): EditPage {
  const { entry, live, draft } = opened;
  const dueAt = dueAtOf(opened, now);
  const state: EntryPageProps['state'] =
    live === null ? 'never' : entry.state === 'published' && draft ? 'changed' : entry.state;
  const isVisible = live !== null && entry.state === 'published' && dueAt === null;
  const title = entry.title || entry.id;
  const mark = isTyped ? '' : markOfContent(editForms[kind], shown.content);
  return {
    title,
    hasMainForm: true,
    content: (
      <EntryPage
        {...shown}
        mark={mark}
        autosaves={autosaves.filter(({ hash }) => hash !== mark)}
        now={now}
        draftChanges={draftChangesOf(kind, opened)}
        {...{ kind, id: entry.id, entryKey: entry.key, title, version: entry.version, state, dueAt, draft }}
        publicPath={isVisible ? entryPath(kind, entry.id) : null}
      />
    ),
  };
}

/** Labels of the fields that differ between the draft and the site. */
function draftChangesOf(kind: Kind, { live, draft }: OpenEntry): string[] {
  if (live === null || draft === null) return [];
  const [before, after] = [readDocument(live), readDocument(draft.document)];
  const names = new Set(compareFields(before.fields, after.fields).map(({ path }) => path.split('.')[0]));
  const labels = editForms[kind].filter(({ name }) => names.has(name)).map(({ label }) => label);
  return before.body === after.body ? labels : [...labels, kinds[kind].body.label];
}

/** When visitors will see an entry that is published, in ISO 8601; null when they see it, or will not. */
export function dueAtOf({ entry, live }: OpenEntry, now: string): string | null {
  const publishedAt = live === null ? null : readDocument(live).fields['publishedAt'];
  if (entry.state !== 'published' || typeof publishedAt !== 'string') return null;
  return Date.parse(publishedAt) > Date.parse(now) ? new Date(publishedAt).toISOString() : null;
}
