import { use } from 'react';
import type { TFunction } from 'i18next';
import { I18nContext } from 'react-i18next';

/**
 * Returns the site's texts by their keys. There is one language, in memory from the start: the changes that
 * `useTranslation` watches for cannot happen, and its nine hooks took a twentieth of the time of a product list.
 */
export function useText(): TFunction {
  const context = use(I18nContext);
  if (context === undefined) throw new Error('texts are shown outside of I18nextProvider');
  return context.i18n.t;
}
