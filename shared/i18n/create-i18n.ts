import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { zhTw } from './zh-tw.ts';

export const language = 'zh-TW';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof zhTw };
    returnNull: false;
  }
}

/** One instance serves every request: there is one language, and rendering changes nothing in it. */
export function createI18n(): i18n {
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: zhTw } },
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return instance;
}
