import { paths } from '#shared/address/paths.ts';
import type { ListQuery } from '#shared/address/list-query.ts';
import type { CategoryNode } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { toBranches, type CategoryBranch } from './category-branches.ts';

interface CategoryTreeProps {
  nodes: readonly CategoryNode[];
  query: ListQuery;
}

/** Every category: behind one press on a phone, beside the list elsewhere, where only the present branch is open. */
export function CategoryTree({ nodes, query: { category, sort } }: CategoryTreeProps) {
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
