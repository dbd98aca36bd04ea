import { sql, type RawBuilder } from 'kysely';
import { filterToken } from '../index/filter-token.ts';
import { gramOfToken, gramsOfPart, isOneGram, partsOfReading } from '../text/grams.ts';
import { fieldNames } from '../index/search-document.ts';
import { patternOf } from '../text/matches.ts';
import type { QueryWord } from '../text/parse-query.ts';
import type { IndexQuery } from './index-query.ts';

type Condition = RawBuilder<boolean>;

/** Every word stands in one of the fields as far as numbers tell, and every filter holds. Fields before the first are left out. */
export function isFound(query: IndexQuery, firstField = 0): Condition {
  const { words, filters, fieldCount } = query;
  const { category, tag, author, availability } = filters;
  const conditions = words.flatMap((word) => hasParts(word, firstField, fieldCount));
  // So that the index alone finds what all of it holds for.
  const tokens = Object.entries({ category, tag, author, availability }).flatMap(([kind, value]) =>
    // Its keys are those of the line above.
    value === undefined ? [] : [filterToken(kind as 'category' | 'tag' | 'author' | 'availability', value)],
  );
  return all([
    orSku(query, all(conditions)),
    // By a product's number hardly anything is found.
    ...(tokens.length === 0 || fieldCount === 0 ? [] : [hasAll(tokens.map(gramOfToken))]),
    isPassed(query),
  ]);
}

/** Every filter holds. */
export function isPassed({ filters, now }: IndexQuery): Condition {
  const { category, tag, author, availability, minPrice, maxPrice } = filters;
  return all([
    ...(category === undefined ? [] : [sql<boolean>`(category = ${category} or ${category} = any(tags))`]),
    ...(author === undefined ? [] : [sql<boolean>`author = ${author}`]),
    ...(availability === undefined ? [] : [sql<boolean>`availability = ${availability}`]),
    ...(tag === undefined ? [] : [sql<boolean>`${tag} = any(tags)`]),
    ...(minPrice === undefined ? [] : [sql<boolean>`price >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql<boolean>`price <= ${maxPrice}`]),
    // Written so that the planner does not see that there is an index of it, with which it would read nearly every row.
    sql<boolean>`(shown_from <= ${now}) is true`,
  ]);
}

export function needsText({ words, fieldCount }: IndexQuery): boolean {
  return fieldCount > 0 && words.some((word) => !isTold(word));
}

/** The words of which numbers tell too little stand in the texts of the fields. */
export function isFoundInText(query: IndexQuery): Condition {
  return needsText(query)
    ? standInText(
        query,
        query.words.filter((word) => !isTold(word)),
      )
    : sql<boolean>`true`;
}

/** The same for all words, without a look at the numbers. */
export function isFoundInTextAlone(query: IndexQuery): Condition {
  return standInText(query, query.words);
}

function standInText(query: IndexQuery, words: readonly QueryWord[]): Condition {
  const fields = fieldNames.slice(0, query.fieldCount).map((name) => sql.ref(name));
  const conditions = words.map(({ readings }) =>
    either(
      readings.flatMap((reading) => {
        const pattern = `%${patternOf(reading).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
        return fields.map((field) => sql<boolean>`${field} like ${pattern}`);
      }),
    ),
  );
  return orSku(query, all(conditions));
}

function isTold({ readings }: QueryWord): boolean {
  return readings.every(isOneGram);
}

/**
 * At each place a part of one reading or another, in one of the fields. Where each reading is one part, that is what is
 * meant; otherwise parts of two readings may be mixed, which the text tells. With an "or" between the readings the
 * planner would ask the index for a part that they share, and look for the others in each row's whole set.
 */
function hasParts({ readings }: QueryWord, firstField: number, fieldCount: number): Condition[] {
  const parts = readings.map(partsOfReading);
  const places = Math.min(...parts.map(({ length }) => length));
  return Array.from({ length: places }, (_, place) => {
    const ofPlace = new Set(parts.flatMap((ofReading) => ofReading[place] ?? []));
    const grams = [...ofPlace].flatMap((part) => gramsOfPart(part, fieldCount).slice(firstField));
    return sql<boolean>`grams && ${grams}::int4[]`;
  });
}

function hasAll(grams: readonly number[]): Condition {
  return sql<boolean>`grams @> ${grams}::int4[]`;
}

function orSku({ sku, fieldCount }: IndexQuery, condition: Condition): Condition {
  if (sku === null) return condition;
  return fieldCount === 0 ? sql<boolean>`sku = ${sku}` : sql<boolean>`(sku = ${sku} or ${condition})`;
}

function either(conditions: readonly Condition[]): Condition {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

function all(conditions: readonly Condition[]): Condition {
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
