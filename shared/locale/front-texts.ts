import { addTexts } from './texts.ts';
import { zhTwFront } from './zh-tw-front.ts';

// As account-texts.ts: a module that has run has them.
addTexts(zhTwFront);
