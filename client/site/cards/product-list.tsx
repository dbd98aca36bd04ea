import { useRef } from 'react';
import { productSorts } from '#shared/address/list-query.ts';
import { paths } from '#shared/address/paths.ts';
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
}

/** Product cards with their filters. Every filter leads to a page below `/product`. */
export function ProductList({ list, isFirstView, headingLevel = 'h2' }: ProductListProps) {
  const t = useText();
  const href = useHref();
  const { query, items, page, pageCount } = list;
  if (items.length === 0)
    return <EmptyState text={t('products.empty')} recent={list.recent} kind="products" />;
  return (
    <>
      <Filters list={list} />
      <ul className="cards product-cards mt-6">
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
      <ListPagination
        page={page}
        pageCount={pageCount}
        hrefOf={(number) => href(paths.products({ ...query, page: number }))}
      />
    </>
  );
}

/** Links, not fields: one press each, with or without script, and each choice has an address. */
function Filters({ list: { query, categories } }: { list: ProductListPayload }) {
  const t = useText();
  const href = useHref();
  return (
    <div className="mt-4 flex flex-col justify-between gap-x-8 gap-y-1 lg:flex-row lg:items-start">
      <nav aria-label={t('products.categories')} className="min-w-0">
        <ul className="chips">
          {[null, ...categories].map((category) => (
            <li key={category}>
              <a
                href={href(paths.products({ category, sort: query.sort }))}
                aria-current={category === query.category ? 'true' : undefined}
              >
                {category ?? t('products.all')}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <SortMenu query={query} />
    </div>
  );
}

/** The browser opens and closes it; with script it is closed by a choice, which loads no page, and by Escape too. */
function SortMenu({ query: { category, sort: chosen } }: Pick<ProductListPayload, 'query'>) {
  const t = useText();
  const href = useHref();
  const menu = useRef<HTMLDetailsElement>(null);

  function close(): void {
    if (!menu.current?.open) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  }

  return (
    <nav aria-label={t('products.sort')} className="shrink-0">
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
              <a
                href={href(paths.products({ category, sort }))}
                aria-current={sort === chosen ? 'true' : undefined}
              >
                {t(`products.sorts.${sort}`)}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
