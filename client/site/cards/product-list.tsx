import { useRef, type ReactNode } from 'react';
import { productSorts, type ListQuery, type ProductSort } from '#shared/address/list-query.ts';
import { paths } from '#shared/address/paths.ts';
import type { CategoryNode } from '#shared/payload/category-payloads.ts';
import type { ProductListPayload } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { EmptyState } from '../empty-state.tsx';
import { ListPagination } from './list-pagination.tsx';
import { ProductCard } from './product-card.tsx';

interface ProductListProps {
  list: ProductListPayload;
  /** Its first picture is seen at once. */
  isFirstView: boolean;
  /** `h3` where the list has a heading of its own. */
  headingLevel?: 'h2' | 'h3';
  filtering?: Filtering | undefined;
  /** Takes the place of the cards. */
  table?: ReactNode;
}

/** Filters of a list. */
export interface Filtering {
  /** Whether one is chosen. */
  isFiltered: boolean;
  /** Site path of another order or page with the same filters. */
  addressOf: (part: Partial<ListQuery>) => string;
  form: ReactNode;
  chosen: ReactNode;
}

/** Product cards with the categories. Every choice leads to a page below `/product`. */
export function ProductList({ list, isFirstView, headingLevel = 'h2', filtering, table }: ProductListProps) {
  const t = useText();
  const href = useHref();
  const { query, items, page, pageCount, tree } = list;
  if (tree.length === 0)
    return <EmptyState text={t('products.empty')} recent={list.recent} kind="products" />;
  const addressOf =
    filtering?.addressOf ?? ((part: Partial<ListQuery>) => paths.products({ ...query, page: 1, ...part }));
  // Combinations of filters are for people, and too many for crawlers.
  const rel = filtering?.isFiltered ? 'nofollow' : undefined;
  return (
    <div className="with-filters">
      <div>
        <CategoryTree nodes={tree} query={query} />
        {filtering?.form}
      </div>
      {items.length === 0 && !filtering ? (
        <EmptyState text={t('products.empty')} recent={list.recent} kind="products" />
      ) : (
        <div className="min-w-0">
          <SortMenu chosen={query.sort} hrefOf={(sort) => href(addressOf({ sort }))} rel={rel} />
          {filtering?.chosen}
          {items.length > 0 &&
            (table ?? (
              <ul className="cards product-cards mt-4">
                {items.map((product, index) => (
                  <ProductCard
                    key={product.id}
                    product={product}
                    href={href(paths.product(product.id))}
                    t={t}
                    isFirstView={isFirstView && index < 1}
                    headingLevel={headingLevel}
                  />
                ))}
              </ul>
            ))}
          <ListPagination
            page={page}
            pageCount={pageCount}
            hrefOf={(number) => href(addressOf({ page: number }))}
            rel={rel}
          />
        </div>
      )}
    </div>
  );
}

interface SortMenuProps {
  chosen: ProductSort;
  hrefOf: (sort: ProductSort) => string;
  rel: 'nofollow' | undefined;
}

/** The browser opens and closes it; with script it is closed by a choice, which loads no page, and by Escape too. */
function SortMenu({ chosen, hrefOf, rel }: SortMenuProps) {
  const t = useText();
  const menu = useRef<HTMLDetailsElement>(null);

  function close(): void {
    if (!menu.current?.open) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  }

  return (
    <nav aria-label={t('products.sort')} className="lg:flex lg:justify-end">
      <details
        ref={menu}
        className="sort"
        onClick={(event) => event.target instanceof Element && event.target.closest('a') && close()}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        <summary>{t('products.sortedBy', { sort: t(`products.sorts.${chosen}`) })}</summary>
        <ul>
          {productSorts.map((sort) => (
            <li key={sort}>
              <a href={hrefOf(sort)} rel={rel} aria-current={sort === chosen ? 'true' : undefined}>
                {t(`products.sorts.${sort}`)}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

interface CategoryTreeProps {
  nodes: readonly CategoryNode[];
  query: ListQuery;
}

/** Every category: behind one press on a phone, beside the list elsewhere, where only the present branch is open. */
function CategoryTree({ nodes, query: { category, sort } }: CategoryTreeProps) {
  const t = useText();
  const href = useHref();
  const hrefOf = (id: string | null) => href(paths.products({ category: id, sort }));
  return (
    <nav aria-label={t('products.categories')}>
      {/* After a choice there is another one, which is closed. */}
      <details key={category} className="filters">
        <summary className="button">{t('products.chooseCategory')}</summary>
        <ul className="tree">
          <li>
            <a href={hrefOf(null)} aria-current={category === null ? 'true' : undefined}>
              {t('products.all')}
            </a>
          </li>
          <Branches branches={toBranches(nodes)} chosen={category} hrefOf={hrefOf} />
        </ul>
      </details>
    </nav>
  );
}

interface BranchesProps {
  branches: readonly CategoryBranch[];
  chosen: string | null;
  hrefOf: (id: string) => string;
}

function Branches({ branches, chosen, hrefOf }: BranchesProps) {
  return branches.map(({ id, name, count, children }) => (
    <li key={id}>
      <a href={hrefOf(id)} aria-current={id === chosen ? 'true' : undefined}>
        {name}
        <small>{count}</small>
      </a>
      {children.length > 0 && (
        <ul>
          <Branches branches={children} chosen={chosen} hrefOf={hrefOf} />
        </ul>
      )}
    </li>
  ));
}

/** A category with those below it. */
interface CategoryBranch {
  id: string;
  name: string;
  /** Number of products in it and below it. */
  count: number;
  children: CategoryBranch[];
}

/** Makes a tree of the categories, which a payload has in the order in which they are shown. */
function toBranches(nodes: readonly CategoryNode[]): CategoryBranch[] {
  const top: CategoryBranch[] = [];
  const lists = [top];
  for (const [id, depth, count, name = id] of nodes) {
    const branch: CategoryBranch = { id, name, count, children: [] };
    (lists[depth] ?? top).push(branch);
    lists.splice(depth + 1, Infinity, branch.children);
  }
  return top;
}
