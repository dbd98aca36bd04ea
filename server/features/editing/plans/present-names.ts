import { kinds } from '#shared/kinds/kinds.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Kysely } from 'kysely';
import { readDocument, writeDocument } from '#server/content/entries/entry-document.ts';
import { storedIds } from '#server/content/entries/stored-ids.ts';
import { referencesIn, renameIn } from '#server/content/kinds/references.ts';
import type { Schema } from '#server/db/schema.ts';
import { findRenamed } from '../entries/keep-versions.ts';

/**
 * Returns a text with the present ids of what it names. A text that was saved while something was renamed has the former
 * one: a rename changes the texts that it has read.
 */
export async function withPresentNames(db: Kysely<Schema>, kind: Kind, document: string): Promise<string> {
  const { fields } = kinds[kind];
  const { fields: values, body } = readDocument(document);
  let present = values;
  for (const [to, references] of Map.groupBy(referencesIn(fields, values), (reference) => reference.to)) {
    if (to === 'media') continue;
    const ids = [...new Set(references.map(({ id }) => id))];
    const stored = await storedIds(db, to, ids);
    for (const from of ids.filter((id) => !stored.has(id))) {
      const id = await findRenamed(db, to, from);
      if (id !== null) present = { ...renameIn(fields, present, { kind: to, from, to: id }) };
    }
  }
  return present === values ? document : writeDocument({ fields: present, body });
}
