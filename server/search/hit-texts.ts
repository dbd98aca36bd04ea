import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { readDocuments } from './index/search-document.ts';

/** Plain text of some hits, for excerpts: their beginning together with their headings, and the rest. */
export async function readHitTexts(
  reader: Reader,
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, { lead: string; body: string }>> {
  const documents = await readDocuments(reader.db, kind, ids);
  return new Map(
    Array.from(
      documents,
      ([
        id,
        {
          fields: { lead, body },
        },
      ]) => [id, { lead, body }],
    ),
  );
}
