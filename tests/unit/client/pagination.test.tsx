import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Pagination } from '#client/ui/pagination.tsx';

const labels = {
  navigation: '',
  previous: '‹',
  next: '›',
  page: (page: number) => `第 ${page} 頁`,
  position: '',
};

test.for([
  [1, 1, ''],
  [1, 2, '1 2 ›'],
  [2, 3, '‹ 1 2 3 ›'],
  // A single page that is left out is a gap too.
  [4, 6, '‹ 1 … 3 4 5 6 ›'],
  [5, 9, '‹ 1 … 4 5 6 … 9 ›'],
  [9, 9, '‹ 1 … 8 9'],
] as const)('page %i of %i leads to %s', ([page, pageCount, expected]) => {
  const html = renderToStaticMarkup(
    <Pagination page={page} pageCount={pageCount} hrefOf={(number) => `?page=${number}`} labels={labels} />,
  );
  const shown = Array.from(html.matchAll(/>([^<>]+)</g), ([, text]) => text);
  expect(shown.join(' ')).toBe(expected);
});
