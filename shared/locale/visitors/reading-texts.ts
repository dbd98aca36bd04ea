import { addTexts } from '../texts.ts';
import { zhTwReading } from './zh-tw-reading.ts';

// Same as account-texts.ts: importing the module adds its texts.
addTexts(zhTwReading);
