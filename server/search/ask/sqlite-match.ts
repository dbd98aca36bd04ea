import { filterToken, type TokenKind } from '../filter-token.ts';
import { fieldNames } from '../search-document.ts';
import type { SearchFilters } from '../search-request.ts';
import { singleOf } from '../single-of.ts';
import { phraseTokens } from '../text/tokens.ts';
import type { Asked } from './asked.ts';

/** The query of FTS5: every word in one of the fields, and every filter but the price. */
export function matchOf({ words, filters, fieldCount, sku }: Asked): string {
  const fields = fieldNames.slice(0, fieldCount);
  const wholes = columns(fields);
  const singles = columns(fields.map((name) => `${name}_single`));
  const found = words.map(({ readings }) => {
    const phrases = readings.map((reading) => {
      const single = singleOf(reading);
      return single === null
        ? `${wholes} : ${quoted(phraseTokens(reading))}`
        : `${singles} : ${quoted([single])}`;
    });
    return `(${phrases.join(' OR ')})`;
  });
  const hits = [
    ...(fieldCount === 0 ? [] : [`(${found.join(' AND ')})`]),
    ...(sku === null ? [] : [filter('sku', sku)]),
  ];
  return [`(${hits.join(' OR ')})`, ...filtersOf(filters)].join(' AND ');
}

function filtersOf({ category, tag, author, availability }: SearchFilters): string[] {
  const given = { category, tag, author, availability };
  return Object.entries(given).flatMap(([kind, value]) =>
    // Its keys are those of the line above.
    value === undefined ? [] : [filter(kind as keyof typeof given, value)],
  );
}

function filter(kind: TokenKind, value: string): string {
  return `{filters} : ${quoted([filterToken(kind, value)])}`;
}

function columns(names: readonly string[]): string {
  return `{${names.join(' ')}}`;
}

/** Tokens that stand one after the other. None has a quotation mark: it would be part of no run. */
function quoted(tokens: readonly string[]): string {
  return `"${tokens.join(' ')}"`;
}
