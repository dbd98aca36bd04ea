import type { Kind } from '#shared/kinds/kind-names.ts';
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Choice, Choices, EntryChoices } from '#client/edit/form/choices.ts';
import type { Editor } from '#server/content/history/editor.ts';
import type { Schema } from '#server/db/schema.ts';
import { knownFilterOf } from '#server/features/editing/lists/known-entries.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { hasState } from '#server/db/tables/kind-columns.ts';
import { columnsOf, editForms, featuredKinds, siteForm, type EditField } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { findNamedFiles } from './find-named-files.ts';
import { findCategoryChoices, findMergeChoices, findParentChoices } from './edited-categories.ts';

const maxChoices = 500;

/** Whose form is filled with choices. Authors see the entries that they may know of. */
interface Asking {
  reader: Reader;
  editor: Editor;
}

/** A condition on the row of `entries`. */
type Known = RawBuilder<SqlBool>;

const allKnown: Known = sql<SqlBool>`1 = 1`;

interface KnownEntries {
  db: Kysely<Schema>;
  known: Known;
}

/** Suggestions for the fields of a form: the newest, where there are many. Others can be typed. */
export async function findChoices(
  { reader, editor }: Asking,
  kind: Kind | 'site',
  content: FormContent,
  /** The entry that is edited; null: it is not there yet. */
  id: string | null = null,
): Promise<Choices> {
  const { db } = reader;
  const known = knownFilterOf(editor, reader.now)?.condition ?? allKnown;
  const form = kind === 'site' ? siteForm : editForms[kind];
  return {
    entries: await findEntries({ db, known }, kind, form, id),
    featured: form.some(({ name }) => name === 'featured') ? await findFeatured({ db, known }) : [],
    media: await findMedia(db, 'image/%'),
    documents: hasDocuments(form) ? await findMedia(db, 'application/pdf') : [],
    files: await findNamedFiles(reader, form, content),
    titles: await findTitles({ db, known }, form, content),
  };
}

/** The entries of a kind but one, of which one may take its place. */
export async function findOthers(db: Kysely<Schema>, kind: Kind, id: string): Promise<Choices> {
  const all = { db, known: allKnown };
  const found = kind === tree ? await findMergeChoices(db, id) : await findEntriesOf(all, kind);
  const entries = { [kind]: { ...found, items: found.items.filter((item) => item.id !== id) } };
  return { entries, featured: [], media: [], documents: [], files: new Map(), titles: new Map() };
}

function hasDocuments(form: readonly EditField[]): boolean {
  return form.some((field) => columnsOf(field).some(({ isDocument }) => isDocument));
}

async function findMedia(db: Kysely<Schema>, contentType: string): Promise<string[]> {
  const media = await db
    .selectFrom('media')
    .select('path')
    .where('content_type', 'like', contentType)
    .orderBy('path')
    .limit(maxChoices)
    .execute();
  return media.map(({ path }) => path);
}

/** Entries of each kind that a field names; for a field with a list to choose from, in the order of the ids. */
async function findEntries(
  from: KnownEntries,
  kind: Kind | 'site',
  form: readonly EditField[],
  id: string | null,
): Promise<Choices['entries']> {
  const entries: Partial<Record<Kind, EntryChoices>> = {};
  for (const { to, isTyped } of form.flatMap((field) => [field, ...columnsOf(field)])) {
    if (to === undefined || entries[to] !== undefined) continue;
    if (to === tree) entries[to] = await findPlaces(from.db, kind, id);
    else {
      const { items, hasMore } = await findEntriesOf(from, to);
      entries[to] = { items: isTyped ? items : items.toSorted((a, b) => (a.id < b.id ? -1 : 1)), hasMore };
    }
  }
  return entries;
}

/** The kind whose entries are in a tree. */
const tree = 'categories';

/** Choices for the parent of a category, or for what a product is filed under. */
function findPlaces(db: Kysely<Schema>, kind: Kind | 'site', id: string | null): Promise<EntryChoices> {
  return kind === tree ? findParentChoices(db, id) : findCategoryChoices(db);
}

async function findEntriesOf(from: KnownEntries, kind: Kind): Promise<EntryChoices> {
  const newest = await findNewest(from, kind, maxChoices + 1);
  return { items: newest.slice(0, maxChoices), hasMore: newest.length > maxChoices };
}

async function findFeatured(from: KnownEntries): Promise<Choice[]> {
  const lists = [...featuredKinds.values()].map((kind) =>
    findNewest(from, kind, maxChoices / featuredKinds.size),
  );
  return (await Promise.all(lists)).flat();
}

function findNewest({ db, known }: KnownEntries, kind: Kind, limit: number): Promise<Choice[]> {
  return (
    db
      .selectFrom('entries')
      .select(['id', 'title as label'])
      .where('kind', '=', kind)
      .where('deleted_at', 'is', null)
      .where(known)
      // An entry without a state that was never published cannot be named yet.
      .$if(!hasState(kind), (query) => query.where('state', '=', 'published'))
      .orderBy('changed_at', 'desc')
      .orderBy('key', 'desc')
      .limit(limit)
      .execute()
  );
}

/** Titles of the entries that a form names, by kind and id: an editor who has typed an id sees the title. */
async function findTitles(
  { db, known }: KnownEntries,
  form: readonly EditField[],
  content: FormContent,
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const named = form.flatMap((field) => {
    const value = content.values[field.name] ?? '';
    if (typeof value === 'string') return [{ to: field.to, id: value }];
    return value.flatMap((row) => columnsOf(field).map(({ to, name }) => ({ to, id: row[name] ?? '' })));
  });
  for (const [kind, ids] of Map.groupBy(named, ({ to }) => to)) {
    if (kind === undefined) continue;
    const rows = await db
      .selectFrom('entries')
      .select(['id', 'title'])
      .where('kind', '=', kind)
      .where(
        'id',
        'in',
        ids.map(({ id }) => id),
      )
      .where('deleted_at', 'is', null)
      .where(known)
      .execute();
    for (const { id, title } of rows) titles.set(`${kind} ${id}`, title);
  }
  return titles;
}
