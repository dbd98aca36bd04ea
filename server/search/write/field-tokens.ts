import type { FieldName } from '../index/search-document.ts';

/**
 * Prefixes of the tokens of a field in the index of SQLite, so that each field has lists of its own: a search in titles
 * alone does not go through the lists of all bodies. No token of a text begins with one of these signs.
 */
const signs: Readonly<Record<FieldName, string>> = {
  title: '\u00A1',
  labels: '\u00A2',
  lead: '\u00A3',
  body: '',
};

export function inField(name: FieldName, tokens: Iterable<string>): string {
  return Array.from(tokens, (token) => signs[name] + token).join(' ');
}
