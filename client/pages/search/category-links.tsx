import { paths } from '#shared/address/paths.ts';
import type { NamedPage } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';

/** Links to the categories, as a way to browse without a query. */
export function CategoryLinks({ categories }: { categories: readonly NamedPage[] }) {
  const t = useText();
  const href = useHref();
  return (
    <nav aria-label={t('search.categories')} className="mt-4 max-w-full min-w-0">
      <ul className="chips">
        {categories.map(({ id, name }) => (
          <li key={id}>
            <a href={href(paths.products({ category: id }))}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
