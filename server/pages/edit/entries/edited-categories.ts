import type { Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import type { ListedCategory } from '#client/edit/pages/category-rows.tsx';
import type { EntryChoices } from '#client/edit/form/choices.ts';
import { compareTexts } from '#shared/locale/language.ts';
import { idsAbove, maxLevels, readCategoryRows, type CategoryRows } from '#server/content/category-tree.ts';
import type { Schema } from '#server/db/schema.ts';
import { listCategoryTree } from '#server/features/categories/category-queries.ts';
import { listAll } from '#server/features/editing/lists/list-entries.ts';
import { createReader } from '#server/freshness/reader.ts';

/** A category as editors see it: one that visitors do not see too, and a name that products alone have. */
export interface EditedCategory {
  id: string;
  name: string;
  depth: number;
  /** Number of its place among its siblings. */
  position: number | null;
  /** Number of products that visitors see in it and below it. */
  count: number;
  /** Whether it is an entry. */
  isStored: boolean;
}

/** All of them, each before those below it, in the order in which visitors see them. */
export async function readEditedTree(db: Kysely<Schema>, now: string): Promise<EditedCategory[]> {
  const rows = await readCategoryRows(db);
  const shown = await listCategoryTree(createReader({ db, now, basePath: '/' }));
  const places = new Map(shown.map(({ id, count }, place) => [id, { place, count }]));
  const open = shown.filter(({ id }) => !rows.has(id)).map(({ id, name }) => ({ id, name, position: null }));
  const stored = [...rows.values()].map(({ id, name, position, parentId }) => ({
    id,
    name,
    position,
    parentId,
  }));
  const siblings = Map.groupBy(
    [...stored, ...open.map((row) => ({ ...row, parentId: null }))],
    (row) => row.parentId,
  );
  const placeOf = (id: string) => places.get(id)?.place ?? Infinity;
  const below = (parent: string | null, depth: number): EditedCategory[] =>
    (siblings.get(parent) ?? [])
      .toSorted(
        (a, b) =>
          order(a.position ?? Infinity, b.position ?? Infinity) ||
          order(placeOf(a.id), placeOf(b.id)) ||
          compareTexts(a.name, b.name),
      )
      .flatMap(({ id, name, position }) => [
        { id, name, depth, position, count: places.get(id)?.count ?? 0, isStored: rows.has(id) },
        ...below(id, depth + 1),
      ]);
  return below(null, 0);
}

/** Infinity less Infinity would be no number. */
function order(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** More are listed by their last change, a page at a time. */
const maxRows = 1000;

/**
 * The entries of a kind as a tree, and below it what has never been published; null for a kind without one, and where
 * they are too many.
 */
export async function listTree(
  db: Kysely<Schema>,
  kind: Kind,
  now: string,
): Promise<ListedCategory[] | null> {
  if (kind !== 'categories') return null;
  const entries = await listAll(db, kind, { now, limit: maxRows });
  if (entries === null) return null;
  const tree = await readEditedTree(db, now);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const inTree = new Set(tree.map(({ id }) => id));
  const others = entries.filter(({ id }) => !inTree.has(id));
  return [
    ...tree.map((category) => ({ ...category, entry: byId.get(category.id) ?? null })),
    ...others.map((entry) => ({
      id: entry.id,
      name: entry.title,
      depth: 0,
      position: null,
      count: 0,
      entry,
    })),
  ];
}

/** After every time: a product that is due later has its category already. */
const endOfTime = '9999-12-31T23:59:59.999Z';

/** The categories to choose from for a product, those that products alone name among them. */
export async function findCategoryChoices(db: Kysely<Schema>): Promise<EntryChoices> {
  return toChoices(await readEditedTree(db, endOfTime));
}

/** The categories that another one may be put below; `id` is null for a new one. */
export async function findParentChoices(db: Kysely<Schema>, id: string | null): Promise<EntryChoices> {
  const rows = await readCategoryRows(db);
  const height = id === null ? 1 : heightOf(rows, id);
  return toChoices((await readEditedTree(db, endOfTime)).filter(isPlaceFor(rows, id, height)));
}

/** The categories that may take the place of one: what stands below it stands below them. */
export async function findMergeChoices(db: Kysely<Schema>, id: string): Promise<EntryChoices> {
  const rows = await readCategoryRows(db);
  return toChoices(
    (await readEditedTree(db, endOfTime)).filter(isPlaceFor(rows, id, heightOf(rows, id) - 1)),
  );
}

/** Whether a branch of this many levels may stand below a category. */
function isPlaceFor(rows: CategoryRows, id: string | null, levels: number) {
  return (category: EditedCategory) =>
    category.isStored &&
    category.id !== id &&
    (id === null || !idsAbove(rows, category.id).includes(id)) &&
    category.depth + 1 + levels <= maxLevels;
}

/** Levels of a branch, its own among them. */
function heightOf(rows: CategoryRows, id: string): number {
  const distances = [...rows.keys()].map((other) => idsAbove(rows, other).indexOf(id) + 1);
  return 1 + Math.max(0, ...distances);
}

const maxChoices = 500;

function toChoices(categories: readonly EditedCategory[]): EntryChoices {
  const items = categories.map(({ id, name, depth, isStored }) => ({
    ...{ id, label: name, depth },
    ...(!isStored && ({ isName: true } as const)),
  }));
  return { items: items.slice(0, maxChoices), hasMore: items.length > maxChoices, isTree: true };
}
