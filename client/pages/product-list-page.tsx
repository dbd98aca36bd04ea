import { productSorts } from '#shared/list-query.ts';
import { paths } from '#shared/paths.ts';
import type { ProductListPayload } from '#shared/payloads.ts';
import { useHref } from '../site/app-config-context.ts';
import { FeaturedCarousel } from '../site/featured-carousel.tsx';
import { ListPagination } from '../site/list-pagination.tsx';
import { PageHead } from '../site/page-head.tsx';
import { ProductCard } from '../site/product-card.tsx';
import { useOptionalPayload, usePayload } from '../site/use-payload.ts';
import { useText } from '../site/use-text.ts';

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
        title={isFirstPage ? null : page === 1 ? heading : `${heading}（${t('list.page', { page })}）`}
        description={isFirstPage ? site.description : t('products.description', { total })}
        canonicalPath={paths.products(query)}
      />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h1 className="page-title">{heading}</h1>
        <p className="text-soft">{t('products.count', { total })}</p>
      </div>
      {list.featured.length > 0 && (
        <div className="mt-6">
          <FeaturedCarousel featured={list.featured} />
        </div>
      )}
      <Filters list={list} />
      {items.length === 0 ? (
        <p className="mt-12 text-soft">{t('products.empty')}</p>
      ) : (
        <ul className="mt-8 grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-6 md:grid-cols-3 lg:grid-cols-4">
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

function Filters({ list: { query, categories } }: { list: ProductListPayload }) {
  const t = useText();
  const href = useHref();
  const choices = [null, ...categories];
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
      <nav aria-label={t('products.categories')}>
        <ul className="flex flex-wrap gap-2">
          {choices.map((category) => (
            <li key={category}>
              <a
                href={href(paths.products({ category, sort: query.sort }))}
                aria-current={category === query.category ? 'true' : undefined}
                className="flex min-h-11 items-center rounded-full border border-line px-4 text-body hover:border-primary hover:text-primary aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-on-primary"
              >
                {category ?? t('products.all')}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form action={href(paths.products())} method="get" className="flex items-center gap-2">
        {query.category !== null && <input type="hidden" name="category" value={query.category} />}
        <label htmlFor="sort" className="text-soft">
          {t('products.sort')}
        </label>
        {/* A new element for each list: the choice shown is the list's, not the one last clicked. */}
        <select key={query.sort} id="sort" name="sort" defaultValue={query.sort} className="field">
          {productSorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`products.sorts.${sort}`)}
            </option>
          ))}
        </select>
        <button type="submit" className="button">
          {t('products.applySort')}
        </button>
      </form>
    </div>
  );
}
