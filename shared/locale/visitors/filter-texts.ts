import { addTexts } from '../texts.ts';
import { zhTwFilters } from './zh-tw-filters.ts';

// Same as account-texts.ts: importing the module adds its texts.
addTexts(zhTwFilters);
