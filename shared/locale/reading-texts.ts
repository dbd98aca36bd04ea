import { addTexts } from './texts.ts';
import { zhTwReading } from './zh-tw-reading.ts';

// As account-texts.ts: a module that has run has them.
addTexts(zhTwReading);
