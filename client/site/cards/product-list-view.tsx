import { usualSort } from '#shared/address/list-query.ts';
import { paths } from '#shared/address/paths.ts';
import type { CategoryData, ProductListPayload } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { Breadcrumb } from '#client/ui/breadcrumb.tsx';
import { describeList } from './list-description.ts';
import { PageHead } from '../page-head.tsx';
import { ProductList } from './product-list.tsx';

/** The page of a category, or of all products. Its one address is below `/product`. */
export function ProductListView({ list }: { list: ProductListPayload }) {
  const t = useText();
  const { query, category, items, page, total } = list;
  const heading = category?.name ?? t('products.title');
  const isReordered = query.sort !== usualSort;
  const count = t('products.count', { total });
  return (
    <>
      <PageHead
        title={page === 1 ? heading : t('list.titleOfPage', { title: heading, page })}
        description={describeList(t, { name: heading, size: count, titles: items.map(({ name }) => name) })}
        // The same list in another order is no page of its own for search engines and links.
        canonicalPath={paths.products(isReordered ? { category: query.category } : query)}
        isUnlisted={isReordered}
        picture={items[0]?.picture ?? null}
        feedOf={paths.products({ category: query.category })}
      />
      {category && <CategoryBreadcrumb category={category} />}
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 className="page-title">{heading}</h1>
        {total > 0 && <p className="text-sm text-soft">{count}</p>}
      </div>
      <ProductList list={list} isFirstView />
    </>
  );
}

/** The place of a category in the tree. */
function CategoryBreadcrumb({ category: { name, above } }: { category: CategoryData }) {
  const t = useText();
  const href = useHref();
  const steps = [
    { label: t('products.title'), href: href(paths.products()) },
    ...above.map((step) => ({ label: step.name, href: href(paths.products({ category: step.id })) })),
    { label: name },
  ];
  return <Breadcrumb label={t('breadcrumb')} steps={steps} />;
}
