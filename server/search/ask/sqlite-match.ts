import { filterToken, type TokenKind } from '../index/filter-token.ts';
import { fieldNames } from '../index/search-document.ts';
import type { SearchFilters } from '../search-request.ts';
import { phraseTokens } from '../text/tokens.ts';
import { endToken } from '../write/blocks.ts';
import { inField } from '../write/field-tokens.ts';
import type { IndexQuery } from './index-query.ts';

/**
 * The query of FTS5: every word in one of the fields, and every filter but the price. Where it asks for a block, the end
 * of one is found, too.
 */
export function matchOf({ words, filters, fieldCount, sku }: IndexQuery, isOfBlock: boolean): string {
  const end = isOfBlock ? [`"${endToken}"`] : [];
  const fields = fieldNames.slice(0, fieldCount);
  const conditions = words.map(({ readings }) => {
    const phrases = readings.flatMap((reading) => {
      const tokens = phraseTokens(reading);
      return fields.map((name) => `"${inField(name, tokens)}"`);
    });
    return either([...phrases, ...end]);
  });
  const hits = [
    ...(fieldCount === 0 ? end : [`(${conditions.join(' AND ')})`]),
    ...(sku === null ? [] : [filter('sku', sku)]),
  ];
  return [either(hits), ...filtersOf(filters).map((one) => either([one, ...end]))].join(' AND ');
}

function either(queries: readonly string[]): string {
  return `(${queries.join(' OR ')})`;
}

function filtersOf({ category, tag, author, availability }: SearchFilters): string[] {
  const given = { category, tag, author, availability };
  return Object.entries(given).flatMap(([kind, value]) =>
    // Its keys are those of the line above.
    value === undefined ? [] : [filter(kind as keyof typeof given, value)],
  );
}

function filter(kind: TokenKind, value: string): string {
  return `"${filterToken(kind, value)}"`;
}
