interface PaginationProps {
  page: number;
  pageCount: number;
  hrefOf: (page: number) => string;
  rel?: 'nofollow' | undefined;
  labels: {
    navigation: string;
    previous: string;
    next: string;
    page: (page: number) => string;
    position: string;
  };
}

/** Links, so that it works without script. Nothing when there is one page. */
export function Pagination({ page, pageCount, hrefOf, rel, labels }: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={labels.navigation} className="mt-16 border-t border-line pt-6">
      <ul className="pages">
        {page > 1 && (
          <li>
            <a rel={['prev', rel].filter(Boolean).join(' ')} href={hrefOf(page - 1)}>
              {labels.previous}
            </a>
          </li>
        )}
        {pagesAround(page, pageCount).map((number, index, numbers) => (
          <li key={number} className="flex items-center">
            {number - (numbers[index - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="px-2 text-soft">
                …
              </span>
            )}
            <a
              href={hrefOf(number)}
              rel={rel}
              aria-label={labels.page(number)}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </a>
          </li>
        ))}
        {page < pageCount && (
          <li>
            <a rel={['next', rel].filter(Boolean).join(' ')} href={hrefOf(page + 1)}>
              {labels.next}
            </a>
          </li>
        )}
      </ul>
      <p className="mt-3 text-center text-sm text-soft">{labels.position}</p>
    </nav>
  );
}

/** First, last, and the pages next to this one. */
function pagesAround(page: number, pageCount: number): number[] {
  const wanted = new Set([1, page - 1, page, page + 1, pageCount]);
  return [...wanted].filter((number) => number >= 1 && number <= pageCount).sort((a, b) => a - b);
}
