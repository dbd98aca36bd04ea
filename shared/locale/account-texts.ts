import { addTexts } from './texts.ts';
import { zhTwAccount } from './zh-tw-account.ts';

// Imported by whatever shows these texts: a module that has run has them. The server runs it at its start.
addTexts(zhTwAccount);
