import { sql, type Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { editForms } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { findLive } from '#server/content/entries/documents.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import type { ContentWork } from '#server/content/thread/content-work.ts';
import type { Schema } from '#server/db/schema.ts';
import { documentToForm } from '#server/features/editing/form/document-to-form.ts';
import { mergeForms, type MergedForm } from './merge-forms.ts';
import { markOfContent } from '#server/pages/edit/form-mark.ts';

/** The text from which a form was made: the version of its entry then, and the mark of the form. */
export interface FormBase {
  version: number;
  /** Empty: it showed a text that was not stored. */
  mark: string;
}

export interface TypedText {
  kind: Kind;
  entry: { key: string; kind: string; id: string };
  base: FormBase;
  mine: FormContent;
  /** Document that others have stored meanwhile. */
  theirs: string;
}

/** Merges what was typed with what others have stored meanwhile. Null where the text before both is gone. */
export async function mergeTyped(
  { db, contentWork }: { db: Kysely<Schema>; contentWork: Pick<ContentWork, 'merge'> },
  { kind, entry, base, mine, theirs }: TypedText,
): Promise<MergedForm | null> {
  const before = await findBase(db, { kind, entry, base });
  if (before === null) return null;
  const forms = { base: before, mine, theirs: documentToForm(kind, readDocument(theirs)) };
  return mergeForms(editForms[kind], forms, (texts) => contentWork.merge(texts));
}

/** Texts that are compared with the mark of a form: each takes some milliseconds. */
const maxCompared = 6;

/**
 * Finds the text by the mark of the form, among those of about its version: an import, and an operator's own SQL, are
 * written down later than they are made. Else the one of that version.
 */
async function findBase(
  db: Kysely<Schema>,
  { kind, entry, base: { version, mark } }: Pick<TypedText, 'kind' | 'entry' | 'base'>,
): Promise<FormContent | null> {
  const revisions = await db
    .selectFrom('revisions')
    .select(['version', 'document'])
    .where('entry_key', '=', entry.key)
    .where('action', '!=', 'conflict')
    .orderBy(sql`abs(version - cast(${version} as integer))`)
    .orderBy('seq', 'desc')
    .limit(maxCompared)
    .execute();
  const live = await findLive(db, entry);
  const toForm = (document: string) => documentToForm(kind, readDocument(document));
  if (mark !== '')
    for (const document of [
      ...revisions.map((revision) => revision.document),
      ...(live === null ? [] : [live]),
    ]) {
      const form = toForm(document);
      if (markOfContent(editForms[kind], form) === mark) return form;
    }
  const last = revisions
    .filter((revision) => revision.version <= version)
    .toSorted(byVersion)
    .at(-1);
  return last ? toForm(last.document) : null;
}

function byVersion(a: { version: number }, b: { version: number }): number {
  return a.version - b.version;
}
