import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { language } from './language.ts';
import './visitors/account-texts.ts';
import './visitors/reading-texts.ts';
import './visitors/search-texts.ts';
import { createTexts, knownTexts } from './texts.ts';

/**
 * Makes the server's instance. One serves every request: there is one language, and rendering changes nothing in it.
 */
export function createI18n(): i18n {
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: knownTexts() } },
    // React escapes texts.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  instance.t = createTexts(instance.t);
  return instance;
}
