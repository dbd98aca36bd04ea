import { sql } from 'kysely';
import { compareTexts } from '#shared/locale/language.ts';
import { category } from '#shared/kinds/category.ts';
import { readStored } from '#shared/kinds/stored/stored-value.ts';
import type { Picture, SharingCard } from '#shared/payload/payloads.ts';
import {
  findCategoryRows,
  idsAbove,
  stepsTo,
  type CategoryRows,
  type NamedCategory,
} from '#server/content/category-tree.ts';
import { readStoredSite, storedSettings } from '#server/content/site-settings.ts';
import { countList } from '#server/db/queries/list-pages.ts';
import { lossesOf } from '#server/freshness/losses.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { findSharingCard } from '#server/media/cards/card-queries.ts';
import { joinedMediaColumns, joinedPicture, resolveBody } from '#server/media/pictures/picture-queries.ts';

/** A category with something to show, in the order of the tree: each before those below it. */
export interface CategoryInTree extends NamedCategory {
  /** The nearest category above it that is shown too. */
  parent: string | null;
  /** 0 at the top. */
  depth: number;
  /** How many products a visitor sees in its branch, each once. */
  count: number;
}

export function listCategoryTree(reader: Reader): Promise<CategoryInTree[]> {
  return reader.cached('tree of categories', readTree);
}

async function readTree(reader: Reader): Promise<CategoryInTree[]> {
  reader.dependsOn(tags.products);
  reader.dependsOn(tags.site);
  const rows = await findCategoryRows(reader);
  const counts = await countBranches(reader);
  const { categories: preferred } = storedSettings(await readStoredSite(reader.db), '');
  const shown = [...counts].flatMap(([id, count]): Sibling[] => {
    const step = stepsTo(rows, id).at(-1);
    // A hidden category has its nearest shown one here.
    if (step?.id !== id) return [];
    const parent = idsAbove(rows, id).find((above) => rows.get(above)?.isShown) ?? null;
    const rank = preferred.indexOf(id);
    const places = [rows.get(id)?.position ?? Infinity, rank === -1 ? Infinity : rank];
    return [{ ...step, parent, count, places }];
  });
  const below = Map.groupBy(shown.toSorted(inOrder), ({ parent }) => parent);
  const inTree = (parent: string | null, depth: number): CategoryInTree[] =>
    (below.get(parent) ?? []).flatMap(({ id, name, count }) => [
      { id, name, parent, depth, count },
      ...inTree(id, depth + 1),
    ]);
  return inTree(null, 0);
}

interface Sibling extends Omit<CategoryInTree, 'depth'> {
  /** By its own number, then by the order of `site.yaml`, then by its name. */
  places: readonly number[];
}

function inOrder(a: Sibling, b: Sibling): number {
  const first = a.places.findIndex((place, index) => place !== b.places[index]);
  if (first === -1) return compareTexts(a.name, b.name);
  return (a.places[first] ?? 0) < (b.places[first] ?? 0) ? -1 : 1;
}

/** The number of products that a visitor sees in each branch that has any, by its id. */
async function countBranches({ db, now }: Reader): Promise<Map<string, number>> {
  const id = sql.raw(tags.productsOfCategory.idSql('list'));
  // Those that are still to come are counted within the index of each branch: few of all.
  const { rows } = await sql<{ id: string; count: number; later: number }>`
    select ${id} as id, count, (
      select count(*) from product_categories where category_id = ${id} and shown_from > ${now}
    ) as later
    from list_counts where list >= ${firstList} and list < ${afterLists} and count > 0`.execute(db);
  const branches = rows.map(({ id: branch, count, later }) => [branch, count - Number(later)] as const);
  return new Map(branches.filter(([, count]) => count > 0));
}

const [firstList, afterLists] = ['category:', 'category;'];

/** A category as its list shows it. */
export interface CategoryDetails extends NamedCategory {
  /** Empty where it has none, as is the text. */
  summary: string;
  cover: Picture | null;
  /** Columns of the table that its list is; null: its list has cards. */
  columns: readonly string[] | null;
  /** Picture for links on other sites; null for a category without a row. */
  sharingCard: SharingCard | null;
  textHtml: string;
  /** From the top of the tree to the category above it. */
  steps: NamedCategory[];
}

/**
 * Resolves to null when there is no such category: it has a row and is not published, or it has none and no product to
 * show has this text.
 */
export async function findCategory(reader: Reader, id: string): Promise<CategoryDetails | null> {
  reader.dependsOn(tags.category(id));
  const row = await reader.db
    .selectFrom('categories')
    .leftJoin('media', 'media.path', 'categories.cover')
    .select(['name', 'summary', 'cover', 'cover_alt', 'view', 'columns', 'body_html', 'status'])
    .select(joinedMediaColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) {
    const list = { table: 'product_categories', filter: { column: 'category_id', value: id } } as const;
    if ((await countList(reader, list)) === 0) return null;
    return { ...nothingSaid, id, name: id };
  }
  if (row.status !== 'published') return null;
  const rows: CategoryRows = await findCategoryRows(reader);
  const losses = lossesOf(reader, category.name, id);
  return {
    id,
    name: row.name,
    summary: row.summary,
    cover: joinedPicture(reader, row.cover, row.cover_alt, row),
    columns:
      row.view === 'table' ? readStored(category.fields.columns, row.columns, losses('columns')) : null,
    sharingCard: await findSharingCard(reader, { kind: 'categories', title: row.name }, row),
    textHtml: await resolveBody(reader, row.body_html),
    steps: stepsTo(rows, id).slice(0, -1),
  };
}

/** Details of a category without a row. */
const nothingSaid: Omit<CategoryDetails, 'id' | 'name'> = {
  summary: '',
  cover: null,
  columns: null,
  sharingCard: null,
  textHtml: '',
  steps: [],
};
