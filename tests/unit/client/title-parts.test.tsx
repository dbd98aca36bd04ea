import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inParts } from '#client/site/title-parts.tsx';

const part = (text: string) => `<span class="title-part">${text}</span>`;

test.for([
  ['春茶日記', '春茶日記'],
  ['在家泡一壺好茶：從燒水開始', part('在家泡一壺好茶：') + part('從燒水開始')],
  ['茶 — Tea at home： An Evening', `${part('茶 —')} ${part('Tea at home：')} ${part('An Evening')}`],
  ['茶，茶，水', part('茶，') + part('茶，') + part('水')],
  ['他說：「好！」', part('他說：') + part('「好！」')],
  ['水——與火', part('水——') + part('與火')],
  ['等水滾。 ', '等水滾。 '],
  ['春茶，'.repeat(14), '春茶，'.repeat(14)],
  ['好茶！ ', '好茶！ '],
])('a title keeps its spaces between its parts: %s', ([title, html]) => {
  const markup = renderToStaticMarkup(inParts(title ?? ''));
  expect(markup).toBe(html);
  expect(markup.replace(/<[^>]*>/g, '')).toBe(title);
});
