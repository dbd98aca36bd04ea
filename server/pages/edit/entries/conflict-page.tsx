import type { Kind } from '#shared/kinds/kind-names.ts';
import { ConflictPage } from '#client/edit/pages/entry/conflict-page.tsx';
import type { FormContent } from '#shared/editing/form-values.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import type { Conflict } from '#server/features/editing/entries/change-entry.ts';
import { documentToForm } from '#server/features/editing/form/document-to-form.ts';
import type { EditPage } from '../send-edit-page.tsx';

/** Both texts of a conflict. */
export function conflictPage(kind: Kind, mine: FormContent, conflict: Conflict): EditPage {
  const { entry, theirs: document, theirName, theirAt, isOwn } = conflict;
  const isGone = document === null || entry.deleted_at !== null;
  const theirs = isGone ? null : documentToForm(kind, readDocument(document));
  const shown = { kind, id: entry.id, entryKey: entry.key, version: entry.version, mine, theirs };
  return {
    title: isOwn && !isGone ? editTexts.conflict.ownTitle : editTexts.conflict.title,
    content: <ConflictPage {...shown} {...{ theirName, theirAt, isOwn }} />,
    statusCode: 409,
  };
}
