import type { Kind } from '#shared/kinds/kind-names.ts';
import { paths } from '#shared/address/paths.ts';
import type { RecentPages } from '#shared/payload/payloads.ts';
import { useHref } from '../context/app-config-context.ts';
import { useText } from '../context/use-text.ts';
import { useViewer } from '../context/viewer-store.ts';
import { RecentLinks } from './recent-links.tsx';
import { SearchField } from './search-field.tsx';
import { EmptyDrawing } from './empty-drawing.tsx';

interface EmptyStateProps {
  text: string;
  /** Recent pages elsewhere on the site; empty: there is nothing to search either. Left out: not known. */
  recent?: RecentPages | undefined;
  /** The kind of what is missing, for who can add some: the edit area's name for it. */
  kind?: Kind;
}

/** Stands where a list would be. */
export function EmptyState({ text, recent, kind }: EmptyStateProps) {
  const t = useText();
  const href = useHref();
  const viewer = useViewer();
  const hasOthers = recent && recent.articles.length + recent.products.length > 0;
  return (
    <div className="mt-12 flex flex-col items-center gap-4 py-8 text-center text-soft">
      <EmptyDrawing />
      <p>{text}</p>
      {kind && viewer && viewer.role !== 'reader' && (
        <a href={href(`${paths.edit}/${kind}/_new`)} data-reload="" rel="nofollow" className="button-primary">
          {t('site.add')}
        </a>
      )}
      {(hasOthers || !recent) && (
        <div className="w-full max-w-md">
          <SearchField isInPage />
        </div>
      )}
      {hasOthers && <RecentLinks recent={recent} />}
    </div>
  );
}
