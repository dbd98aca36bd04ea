import { addTexts } from '../texts.ts';
import { zhTwSearch } from './zh-tw-search.ts';

// Same as account-texts.ts: importing the module adds its texts.
addTexts(zhTwSearch);

/** The texts of the suggestions by their names, for a script that is no component. */
export const suggestionTexts = zhTwSearch.suggestions;
