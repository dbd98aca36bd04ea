import { paths } from '#shared/address/paths.ts';
import type { RecentPages } from '#shared/payload/payloads.ts';
import { useHref } from '../context/app-config-context.ts';
import { useText } from '../context/use-text.ts';

/** Links for a visitor who has found nothing: each list, and the newest in it. */
export function RecentLinks({ recent }: { recent: RecentPages | undefined }) {
  const t = useText();
  const href = useHref();
  const lists = [
    [paths.articles(), t('error.toArticles'), paths.article, recent?.articles],
    [paths.products(), t('error.toProducts'), paths.product, recent?.products],
  ] as const;
  return (
    <div className="mt-8 grid justify-center gap-x-8 gap-y-4 text-start sm:grid-cols-[auto_auto]">
      {lists.map(([path, label, pathOf, pages]) => (
        <div key={path}>
          <a href={href(path)} className="row-link text-primary">
            {label}
          </a>
          <ul>
            {pages?.map(({ id, name }) => (
              <li key={id}>
                <a href={href(pathOf(id))} className="row-link">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
