import { useEffect, useRef } from 'react';
import search from 'icon:lucide/search';
import { paths } from '#shared/address/paths.ts';
import { useHref } from '../context/app-config-context.ts';
import { useOptionalPayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { Icon } from '../ui/icon.tsx';

interface SearchFieldProps {
  /** The header's own stands beside it, and is another landmark. */
  isInPage?: boolean;
}

/** Search form. Its suggestions come with client/browser/search/suggestions.ts. */
export function SearchField({ isInPage = false }: SearchFieldProps) {
  const t = useText();
  const href = useHref();
  const query = useOptionalPayload('search')?.query.q ?? '';
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(query);

  useEffect(() => {
    // Typed text stays until another search is shown.
    if (shown.current === query || field.current === null) return;
    shown.current = query;
    field.current.value = query;
  }, [query]);

  return (
    <form
      role="search"
      action={href(paths.search)}
      aria-label={isInPage ? t('site.searchHere') : undefined}
      className="search-field"
    >
      <input
        ref={field}
        type="search"
        name="q"
        defaultValue={query}
        maxLength={100}
        placeholder={t('site.search')}
        aria-label={t('site.search')}
        autoComplete="off"
        enterKeyHint="search"
        className="field"
      />
      <button className="icon-button" aria-label={t('site.search')}>
        <Icon drawing={search} className="size-5" />
      </button>
    </form>
  );
}
