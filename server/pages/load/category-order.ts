import { compareTexts } from '#shared/locale/language.ts';

/** Categories that the site's settings name come first, in their order. */
export function inPreferredOrder(categories: readonly string[], preferred: readonly string[]): string[] {
  const rank = (category: string) =>
    preferred.includes(category) ? preferred.indexOf(category) : preferred.length;
  return categories.toSorted((a, b) => rank(a) - rank(b) || compareTexts(a, b));
}
