import { article } from '#shared/kinds/article.ts';
import { createContentKind } from './content-kind.ts';

export const articleKind = createContentKind(article, {
  toMade: (body) => ({
    body_html: body.html,
    headings: JSON.stringify(body.headings),
    reading_minutes: readingMinutes(body.text),
  }),
});

const charactersPerMinute = 400;
const wordsPerMinute = 200;

/** Han characters are counted one by one, other scripts by words. At least one minute. */
function readingMinutes(text: string): number {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.replace(/\p{Script=Han}/gu, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return Math.max(1, Math.round(characters / charactersPerMinute + words / wordsPerMinute));
}
