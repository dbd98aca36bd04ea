import type { ReactNode } from 'react';
import { usualSort, type ListQuery } from '#shared/address/list-query.ts';
import { paths } from '#shared/address/paths.ts';
import type { CategoryNode } from '#shared/payload/category-payloads.ts';
import type { CategoryData, ProductListPayload } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { Breadcrumb } from '#client/ui/breadcrumb.tsx';
import { describeList } from './list-description.ts';
import { PageHead } from '../page-head.tsx';
import { Prose } from '../prose.tsx';
import { SitePicture } from '../site-picture.tsx';
import { ProductList, type Filtering } from './product-list.tsx';

interface ProductListViewProps {
  list: ProductListPayload;
  filtering?: Filtering | undefined;
  table?: ReactNode;
}

/** The page of a category, or of all products. Its one address is below `/product`. */
export function ProductListView({ list, filtering, table }: ProductListViewProps) {
  const t = useText();
  const { query, category, items, page, total } = list;
  const heading = category?.name ?? t('products.title');
  const isPart = query.sort !== usualSort || filtering?.isFiltered === true;
  const count = t('products.count', { total });
  const described = { name: heading, size: count, titles: items.map(({ name }) => name) };
  const isFirst = page === 1;
  return (
    <>
      <PageHead
        title={isFirst ? heading : t('list.titleOfPage', { title: heading, page })}
        description={(isFirst && category?.summary) || describeList(t, described)}
        // The same list in another order, or with filters, is no page of its own for search engines and links.
        canonicalPath={paths.products(isPart ? { category: query.category } : query)}
        isUnlisted={isPart}
        picture={category?.cover ?? items[0]?.picture ?? null}
        sharingCard={category?.sharingCard ?? null}
        feedOf={paths.products({ category: query.category })}
      />
      {category && <CategoryBreadcrumb category={category} />}
      <div className={category?.cover ? 'grid gap-x-8 gap-y-4 lg:grid-cols-[3fr_2fr]' : undefined}>
        <div>
          <div className="flex flex-wrap items-baseline gap-x-4">
            <h1 className="page-title">{heading}</h1>
            {(total > 0 || filtering) && (
              // Read out after each press of a filter, which changes nothing else that is announced.
              <p role={filtering && 'status'} className="text-sm text-soft">
                {count}
              </p>
            )}
          </div>
          {category?.summary && <p className="mt-3 max-w-[46em] leading-loose">{category.summary}</p>}
        </div>
        {category?.cover && (
          <SitePicture picture={category.cover} place="lead" className="aspect-[5/2]" isFirstView />
        )}
      </div>
      <CategoryChildren nodes={list.tree} query={query} />
      <ProductList list={list} isFirstView={!category?.cover} filtering={filtering} table={table} />
      {list.textHtml !== '' && (
        <section className="mt-14 border-t border-line pt-10">
          <Prose html={list.textHtml} name="product.textHtml" />
        </section>
      )}
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

interface CategoryChildrenProps {
  nodes: readonly CategoryNode[];
  query: ListQuery;
}

/** More would be a page before the products: these are in the tree alone. */
const maxChildren = 24;

/** The categories directly below the present one, on a phone, where the tree is closed. */
function CategoryChildren({ nodes, query: { category, sort } }: CategoryChildrenProps) {
  const t = useText();
  const href = useHref();
  const children = childrenOf(nodes, category);
  if (children.length === 0 || children.length > maxChildren) return null;
  return (
    <nav aria-label={t('products.within')} className="mt-4 lg:hidden">
      <ul className="choices">
        {children.map(([id, , count, name = id]) => (
          <li key={id}>
            <a href={href(paths.products({ category: id, sort }))}>
              {name}
              <small className="ms-1 shrink-0">{count}</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function childrenOf(nodes: readonly CategoryNode[], category: string | null): CategoryNode[] {
  const start = nodes.findIndex(([id]) => id === category);
  const level = nodes[start]?.[1];
  if (level === undefined) return [];
  const behind = nodes.slice(start + 1);
  const end = behind.findIndex(([, depth]) => depth <= level);
  return behind.slice(0, end === -1 ? behind.length : end).filter(([, depth]) => depth === level + 1);
}
