import type { DocumentChange } from '#client/edit/document-changes.tsx';
import type { FieldDifference } from '#shared/difference.ts';
import type { EntryDocument } from '#server/content/entries/entry-document.ts';
import { compareFields } from '#server/content/history/differences.ts';
import { fieldText } from '#server/content/history/field-text.ts';
import type { ContentWork } from '#server/content/thread/content-work.ts';

/** Compares two texts of an entry by field and by word. */
export async function compareDocuments(
  before: EntryDocument,
  after: EntryDocument,
  work: Pick<ContentWork, 'compare'>,
): Promise<DocumentChange> {
  return {
    fields: await changesOf(compareFields(before.fields, after.fields), work),
    body: await work.compare(before.body, after.body),
  };
}

async function changesOf(fields: readonly FieldDifference[], { compare }: Pick<ContentWork, 'compare'>) {
  const changes = [];
  for (const { path, before, after } of fields)
    changes.push({ path, difference: await compare(fieldText(before), fieldText(after)) });
  return changes;
}
