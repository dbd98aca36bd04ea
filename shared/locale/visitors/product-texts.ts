import { addTexts } from '../texts.ts';
import { zhTwProduct } from './zh-tw-product.ts';

// Same as account-texts.ts: importing the module adds its texts.
addTexts(zhTwProduct);
