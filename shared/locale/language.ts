/**
 * The only language of the engine, Traditional Chinese as written in Taiwan. A second one would change this folder: its
 * names, texts, signs, order, dates and prices. Elsewhere it would change the addresses and the keys of stored pages,
 * which name no language, the columns of content, the words that the Markdown renderer stores with an article, and the
 * signs around addresses on paper (client/styles/foundation/print.css).
 */
export const language = 'zh-TW';
/** The language and its script, for search engines. */
export const writtenLanguage = 'zh-Hant-TW';
/** The language as other sites read it from `og:locale`. */
export const openGraphLocale = 'zh_TW';

/** Orders texts as a dictionary does. */
export function compareTexts(a: string, b: string): number {
  return a.localeCompare(b, writtenLanguage);
}
