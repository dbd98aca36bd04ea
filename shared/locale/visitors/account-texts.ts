import { addTexts } from '../texts.ts';
import { zhTwAccount } from './zh-tw-account.ts';

// Imported by every module that shows these texts, which adds them. The server imports it at its start.
addTexts(zhTwAccount);
