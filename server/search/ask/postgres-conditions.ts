import { sql, type RawBuilder } from 'kysely';
import { filterToken } from '../filter-token.ts';
import { gramOfToken, gramsOfPart, isOneGram, partsOfReading } from '../grams.ts';
import { fieldNames } from '../search-document.ts';
import { patternOf } from '../text/matches.ts';
import type { QueryWord } from '../text/parse-query.ts';
import type { Asked } from './asked.ts';

type Condition = RawBuilder<boolean>;

/** Every word stands in one of the fields as far as numbers tell, and every filter holds. */
export function isFound(asked: Asked): Condition {
  const { words, filters, fieldCount } = asked;
  const { category, tag, author, availability } = filters;
  const found = words.map(({ readings }) => either(readings.map((reading) => holds(reading, fieldCount))));
  // So that the index alone finds what all of it holds for.
  const tokens = Object.entries({ category, tag, author, availability }).flatMap(([kind, value]) =>
    // Its keys are those of the line above.
    value === undefined ? [] : [filterToken(kind as 'category' | 'tag' | 'author' | 'availability', value)],
  );
  return all([
    orSku(asked, all(found)),
    ...(tokens.length === 0 ? [] : [hasAll(tokens.map(gramOfToken))]),
    isPassed(asked),
  ]);
}

/** Every filter holds. */
export function isPassed({ filters, now }: Asked): Condition {
  const { category, tag, author, availability, minPrice, maxPrice } = filters;
  return all([
    ...(category === undefined ? [] : [sql<boolean>`category = ${category}`]),
    ...(author === undefined ? [] : [sql<boolean>`author = ${author}`]),
    ...(availability === undefined ? [] : [sql<boolean>`availability = ${availability}`]),
    ...(tag === undefined ? [] : [sql<boolean>`${tag} = any(tags)`]),
    ...(minPrice === undefined ? [] : [sql<boolean>`price >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql<boolean>`price <= ${maxPrice}`]),
    sql<boolean>`shown_from <= ${now}`,
  ]);
}

export function needsText({ words, fieldCount }: Asked): boolean {
  return fieldCount > 0 && words.some((word) => !isTold(word));
}

/** The words of which numbers tell too little stand in the texts of the fields. */
export function isFoundInText(asked: Asked): Condition {
  return needsText(asked)
    ? standInText(
        asked,
        asked.words.filter((word) => !isTold(word)),
      )
    : sql<boolean>`true`;
}

/** The same for all words, without a look at the numbers. */
export function isFoundInTextAlone(asked: Asked): Condition {
  return standInText(asked, asked.words);
}

function standInText(asked: Asked, words: readonly QueryWord[]): Condition {
  const fields = fieldNames.slice(0, asked.fieldCount).map((name) => sql.ref(name));
  const found = words.map(({ readings }) =>
    either(
      readings.flatMap((reading) => {
        const pattern = `%${patternOf(reading).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
        return fields.map((field) => sql<boolean>`${field} like ${pattern}`);
      }),
    ),
  );
  return orSku(asked, all(found));
}

function isTold({ readings }: QueryWord): boolean {
  return readings.every(isOneGram);
}

/** Each part of the reading in one of the fields. */
function holds(reading: string, fieldCount: number): Condition {
  const parts = partsOfReading(reading);
  if (fieldCount === 1) return hasAll(parts.flatMap((part) => gramsOfPart(part, 1)));
  return all(parts.map((part) => sql<boolean>`grams && ${gramsOfPart(part, fieldCount)}::int4[]`));
}

function hasAll(grams: readonly number[]): Condition {
  return sql<boolean>`grams @> ${grams}::int4[]`;
}

function orSku({ sku, fieldCount }: Asked, condition: Condition): Condition {
  if (sku === null) return condition;
  return fieldCount === 0 ? sql<boolean>`sku = ${sku}` : sql<boolean>`(sku = ${sku} or ${condition})`;
}

function either(conditions: readonly Condition[]): Condition {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

function all(conditions: readonly Condition[]): Condition {
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
