import { productSorts } from '#shared/list-query.ts';
import { paths } from '#shared/paths.ts';
import type { ProductListPayload } from '#shared/payloads.ts';
import { useHref } from '../context/app-config-context.ts';
import { useOptionalPayload, usePayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { EmptyState } from '../site/empty-state.tsx';
import { ListPagination } from '../site/list-pagination.tsx';
import { PageHead } from '../site/page-head.tsx';
import { ProductCard } from '../site/product-card.tsx';
import { FeaturedCarousel } from './product-list/featured-carousel.tsx';

/** `/` and `/product` are the same page; its one address is `/product`. */
export function ProductListPage() {
  const t = useText();
  const href = useHref();
  const onFrontPage = useOptionalPayload('index');
  const onProductPage = useOptionalPayload('product');
  const site = usePayload('layout');
  const list = onFrontPage ?? onProductPage;
  if (list === undefined) throw new Error('the product list is shown without its data');
  const { query, items, page, pageCount, total } = list;
  const isFirstPage = query.category === null && query.sort === 'newest' && page === 1;
  const heading = query.category ?? t('products.title');

  return (
    <>
      <PageHead
        title={isFirstPage ? null : page === 1 ? heading : t('list.titleOfPage', { title: heading, page })}
        description={isFirstPage ? site.description : t('products.description', { total })}
        canonicalPath={paths.products(query)}
        picture={(list.featured[0] ?? items[0])?.picture ?? null}
        feedOf={onFrontPage && isFirstPage ? paths.home : paths.products({ category: query.category })}
      />
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 className="page-title">{heading}</h1>
        <p className="text-sm text-soft">{t('products.count', { total })}</p>
      </div>
      {list.featured.length > 0 && (
        <div className="mt-6">
          <FeaturedCarousel featured={list.featured} />
        </div>
      )}
      {(total > 0 || query.category !== null) && <Filters list={list} />}
      {items.length === 0 ? (
        <EmptyState text={t('products.empty')} />
      ) : (
        <ul className="cards product-cards mt-6">
          {items.map((product, index) => (
            <ProductCard
              key={product.id}
              product={product}
              href={href(paths.product(product.id))}
              t={t}
              isFirstView={list.featured.length === 0 && index < 4}
            />
          ))}
        </ul>
      )}
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
  const choices = [null, ...categories];
  return (
    <div className="mt-4 flex flex-col justify-between gap-x-8 gap-y-1 lg:flex-row lg:items-center">
      <nav aria-label={t('products.categories')} className="min-w-0">
        <ul className="chips">
          {choices.map((category) => (
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
      <nav aria-label={t('products.sort')} className="shrink-0">
        <ul className="choices">
          {productSorts.map((sort) => (
            <li key={sort}>
              <a
                href={href(paths.products({ category: query.category, sort }))}
                aria-current={sort === query.sort ? 'true' : undefined}
              >
                {t(`products.sorts.${sort}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
