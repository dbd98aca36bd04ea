import { ProductListPage, type CategoryChoice } from '#client/edit/pages/products/product-list-page.tsx';
import type { ListState } from '#client/edit/pages/list-page.tsx';
import type { ProductFilter } from '#shared/editing/lists/product-facts.ts';
import { availabilities } from '#shared/kinds/availabilities.ts';
import { kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { listEntries } from '#server/features/editing/lists/list-entries.ts';
import { findProductFacts } from '#server/features/editing/lists/product-facts.ts';
import { bothFilters, ownFilterOf } from '#server/features/editing/lists/list-filter.ts';
import { listFilterOf } from '#server/features/editing/lists/product-filter.ts';
import { listCategoryTree } from '#server/features/categories/category-queries.ts';
import { readCategoryRows, type CategoryRows } from '#server/content/category-tree.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { queryOf } from '../edit-address.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditRoutesOptions } from '../entries/entry-routes.tsx';
import { readManyNotice } from '../many/many-notice.ts';

interface ProductList {
  kind: Kind;
  search: string;
  state: ListState;
  after: string | null;
  now: string;
}

/** Answers with editors' list of products. */
export function productListSender({ responder, tools }: Omit<EditRoutesOptions, 'gate'>) {
  const { db } = tools;

  return async function sendProductList(edit: EditRequest, list: ProductList): Promise<void> {
    const query = queryOf(edit.request);
    const { kind, search, state, after, now } = list;
    const filter = filterIn(query);
    const narrowed = { search, state: state === 'all' ? null : state, after, now };
    const rows = await readCategoryRows(db.read);
    const { items, next } = await listEntries(db.read, kind, {
      ...narrowed,
      filter: bothFilters(listFilterOf(filter, rows), ownFilterOf(edit.editor)),
    });
    const reader = responder.reader();
    const facts = await findProductFacts(reader, items);
    const categories = await listChoices(reader, rows);
    const listed = items.flatMap((item) => {
      const of = facts.get(item.id);
      if (of === undefined) return [];
      return [{ ...item, facts: { ...of, category: rows.get(of.category)?.name ?? of.category } }];
    });
    const notice = readManyNotice(kind, query);
    const badges = query.get('badges') ?? '';
    const content = (
      <ProductListPage
        {...{ kind, search, state, next, notice, filter, categories, badges }}
        items={listed}
      />
    );
    responder.send({ title: kindPages[kind].label, content }, edit);
  };
}

/** All categories: those with something to show in the order of the tree, then the others. */
async function listChoices(reader: Reader, rows: CategoryRows): Promise<CategoryChoice[]> {
  const tree = await listCategoryTree(reader);
  const shown = new Set(tree.map(({ id }) => id));
  const others = [...rows.values()].filter(({ id }) => !shown.has(id));
  return [...tree, ...others.map(({ id, name }) => ({ id, name, depth: 0 }))];
}

function filterIn(query: URLSearchParams): ProductFilter {
  return {
    category: query.get('category')?.normalize('NFC') || null,
    availability: availabilities.find((one) => one === query.get('availability')) ?? null,
    hasNoPicture: query.get('picture') === 'none',
    isOnSale: query.get('sale') === 'on',
  };
}
