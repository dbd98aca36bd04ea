import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { documentsOf } from '#server/content/entries/documents.ts';
import { kindsInMessages } from '#server/content/kinds/content-kinds.ts';
import { readStoredSite } from '#server/content/site-settings.ts';
import type { Schema } from '#server/db/schema.ts';

/** The sum of each file that an export would write, by its name; of a file of pictures, the name that has its hash. */
export type ContentSums = ReadonlyMap<string, string>;

export async function sumContent(db: Kysely<Schema>): Promise<ContentSums> {
  const sums = new Map<string, string>();
  const add = (name: string, text: string) =>
    sums.set(name, createHash('sha256').update(text).digest('base64'));
  for (const kind of kindsInMessages) {
    for await (const { id, text } of documentsOf(db, kind)) add(`${kind}/${id}.md`, text);
  }
  add('site.yaml', (await readStoredSite(db)) ?? '');
  for (const { path, file } of await db.selectFrom('media').select(['path', 'file']).execute())
    sums.set(path, file);
  return sums;
}

interface Compared {
  before: ContentSums;
  after: ContentSums;
  restored: ContentSums;
}

/** Names of files that differ in the backup, though the site had the same content before and after it was made. */
export function findDifferences({ before, after, restored }: Compared): string[] {
  const names = new Set([...before.keys(), ...after.keys(), ...restored.keys()]);
  return [...names].filter(
    (name) => before.get(name) === after.get(name) && restored.get(name) !== before.get(name),
  );
}
