import { addTexts } from '../texts.ts';
import { zhTwFront } from './zh-tw-front.ts';

// Same as account-texts.ts: importing the module adds its texts.
addTexts(zhTwFront);
