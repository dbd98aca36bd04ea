import type { Kind } from '#shared/kinds/kind-names.ts';
import { ConflictPage } from '#client/edit/pages/entry/conflict-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import type { Conflict } from '#server/features/editing/entries/change-entry.ts';
import { documentToForm } from '#server/features/editing/form/document-to-form.ts';
import type { MergedForm } from './merge-forms.ts';
import type { EditPage } from '#server/pages/edit/send-edit-page.tsx';
import type { FormBase } from './merge-typed.ts';

export interface ConflictTexts {
  kind: Kind;
  mine: FormContent;
  /** Typed beside the text; empty: there is none. */
  note: string;
  conflict: Conflict;
  /** Left out: there is no text before both. */
  merged?: { form: MergedForm; base: FormBase };
}

/** Both texts of a conflict. */
export function conflictPage({ kind, mine, note, conflict, merged }: ConflictTexts): EditPage {
  const { entry, theirs: document, theirName, theirAt, isOwn } = conflict;
  const isGone = document === null || entry.deleted_at !== null;
  const theirs = isGone ? null : documentToForm(kind, readDocument(document));
  const shown = { kind, id: entry.id, entryKey: entry.key, version: entry.version, mine, theirs, note };
  const merge = merged && {
    action: editPaths.merge(kind, { ...entry, base: merged.base }),
    conflicts: merged.form.marks + merged.form.open.length,
  };
  return {
    title: isOwn && !isGone ? editTexts.conflict.ownTitle : editTexts.conflict.title,
    content: <ConflictPage {...shown} {...{ theirName, theirAt, isOwn }} merge={merge ?? null} />,
    statusCode: 409,
  };
}
