import { addTexts } from './texts.ts';
import { zhTwSearch } from './zh-tw-search.ts';

// As account-texts.ts: a module that has run has them.
addTexts(zhTwSearch);

/** The texts of the suggestions by their names, for a script that is no component. */
export const suggestionTexts = zhTwSearch.suggestions;

/** `1,000`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
