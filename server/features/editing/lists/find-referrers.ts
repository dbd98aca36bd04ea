import type { Kysely } from 'kysely';
import { isKind, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { readStoredSettings } from '#shared/kinds/stored/stored-settings.ts';
import type { NamingEntries, NamingEntry, Referrers } from '#shared/editing/referrers.ts';
import { entryPath } from '#shared/address/paths.ts';
import { spellSitePath } from '#server/content/entries/entry-addresses.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import { isSame } from '#server/content/featured.ts';
import { referencesIn } from '#server/content/kinds/references.ts';
import { entriesNaming } from '#server/content/entries/naming-entries.ts';
import type { Entry } from '#server/content/history/revisions.ts';
import { readStoredSite } from '#server/content/site-settings.ts';
import { kindsNaming, referencesTo } from '#server/db/tables/kind-columns.ts';
import type { Schema } from '#server/db/schema.ts';

const maxItems = 20;

export async function findReferrers(
  db: Kysely<Schema>,
  kind: Kind,
  { id }: Pick<Entry, 'id'>,
): Promise<Referrers> {
  const { featured = [], navigation = [], footer } = readStoredSettings(await readStoredSite(db));
  const links = [...navigation.map(({ path }) => path), ...(footer?.links ?? []).map(({ url }) => url)];
  const address = entryPath(kind, id);
  const entries = await findEntries(db, kind, id);
  const needing = new Set(referencesTo(kind).map((reference) => reference.kind));
  return {
    entries,
    drafts: await findDrafts(db, kind, id),
    keptBy: entries.find((naming) => needing.has(naming.kind))?.kind ?? null,
    isFeatured: featured.some((thing) => isSame(thing, { kind, id })),
    isLinked: links.some((link) => link.startsWith('/') && spellSitePath(link) === address),
  };
}

async function findEntries(db: Kysely<Schema>, kind: Kind, id: string): Promise<NamingEntries[]> {
  const all: NamingEntries[] = [];
  for (const naming of kindsNaming(kind)) {
    const found = entriesNaming(db, naming, { kind, id });
    const items = await found.select(['id', 'title']).orderBy('id').limit(maxItems).execute();
    const { count } = await found
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (items.length > 0)
      all.push({
        kind: naming,
        count: Number(count),
        items: items.map((item) => ({ kind: naming, ...item })),
      });
  }
  return all;
}

async function findDrafts(db: Kysely<Schema>, kind: Kind, id: string): Promise<NamingEntry[]> {
  const naming = kindsNaming(kind);
  if (naming.length === 0) return [];
  const drafts = await db
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['entries.kind', 'entries.id', 'entries.title', 'drafts.document'])
    .where('entries.kind', 'in', naming)
    .where('entries.deleted_at', 'is', null)
    .orderBy('entries.id')
    .execute();
  return drafts.flatMap(({ document, kind: named, ...entry }) => {
    if (!isKind(named)) return [];
    const references = referencesIn(kinds[named].fields, readDocument(document).fields);
    return references.some((reference) => reference.to === kind && reference.id === id)
      ? [{ kind: named, ...entry }]
      : [];
  });
}
