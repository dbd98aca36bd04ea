import * as z from 'zod';
import { composed } from '#shared/composed.ts';
import { pairColumns } from '#shared/kinds/common-fields.ts';
import { contrastOnPages, leastContrast } from '#shared/contrast.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import type { Field } from '#shared/kinds/fields.ts';
import type { KindRecord } from '#shared/kinds/kind.ts';
import { findIdProblem } from '../content-id.ts';
import { fontPathPattern } from '../media-path.ts';
import { isSitePath } from '../site-path.ts';
import { lineId, phone, taxId } from './contact-schemas.ts';
import {
  composedLine,
  composedText,
  documentPath,
  entryId,
  gtin,
  hasTime,
  listOf,
  looseText,
  mediaPath,
  needsTime,
  oneLine,
  price,
  status,
  text,
  time,
  toIssue,
  webAddress,
  wholeNumber,
} from './field-schemas.ts';

/** Schema of the front matter of a kind. */
export function schemaOf({ fields, shown, findMistakes = () => [] }: KindRecord): z.ZodType {
  const schema = z
    .strictObject({ ...schemasOf(fields), ...(shown !== 'always' && { status }) })
    .superRefine((values, { addIssue }) => {
      for (const mistake of findMistakes(values)) if (!mistake.isWarning) addIssue(toIssue(mistake));
    });
  // The status that the schema has just read stands in it by that name.
  return shown === 'dated' ? schema.refine((entry) => hasTime(entry as Dated), needsTime) : schema;
}

type Dated = Parameters<typeof hasTime>[0];

function schemasOf(fields: Readonly<Record<string, Field>>): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOfField(field)]));
}

/** Schema of a field. A field that is left out is undefined, an empty list or map, or the first choice. */
function schemaOfField(field: Field): z.ZodType {
  const schema = schemaOfValue(field);
  switch (field.type) {
    case 'lines':
    case 'references':
    case 'rows':
      return schema.default([]);
    case 'pairs':
      return schema.default(new Map());
    case 'values':
      return schema.default({});
    case 'choice':
      return field.absent === null ? schema.optional() : schema.default(field.options?.[0]);
    default:
      return field.required ? schema : schema.optional();
  }
}

/** Schema of the value of a field that is not left out. */
export function schemaOfValue(field: Field): z.ZodType {
  const { maxItems = Infinity, max = Infinity, options = [], columns = {}, mode = 'light' } = field;
  switch (field.type) {
    case 'line':
    case 'text':
      return textOf(field);
    case 'lines':
      return listOf(composedLine(max), maxItems).transform((values) => [...new Set(values)]);
    case 'price':
      return price;
    case 'number':
      return wholeNumber(max);
    case 'time':
      return time;
    case 'address':
      return webAddress;
    case 'choice':
      return z.enum(options);
    case 'choices':
      return z.array(z.enum(options)).min(1).refine(areDifferent);
    case 'media':
      return field.isDocument ? documentPath : mediaPath;
    case 'reference':
      return field.isOpen ? composedText(max) : entryId;
    case 'references':
      return listOf(entryId, maxItems).refine(areDifferent);
    case 'rows':
      return listOf(z.strictObject(schemasOf(columns)), maxItems).refine(
        (items) => !field.isFilled || items.length > 0,
      );
    case 'pairs':
      return pairs;
    case 'group':
      return z.strictObject(schemasOf(columns));
    case 'values':
      return z
        .record(composedText(pairColumns.name.max), composedLine(pairColumns.value.max))
        .refine((texts) => Object.keys(texts).length <= maxItems);
    case 'featured':
      return listOf(z.union(featuredSchemas), maxItems);
    case 'color':
      return color.refine((value) => contrastOnPages(mode, value) >= leastContrast);
    case 'email':
      return z.email().max(max);
    case 'phone':
      return phone;
    case 'lineId':
      return lineId;
    case 'taxId':
      return taxId;
    case 'year':
      return z.int().min(1000).max(9999);
    case 'path':
      return sitePath;
    case 'link':
      return z.union([sitePath, webAddress]);
    case 'font':
      return z.union([z.enum(['on', 'off']), fontPath]);
  }
}

const areDifferent = (values: readonly unknown[]) => new Set(values).size === values.length;

const featuredSchemas = Object.values(kinds).flatMap(({ isFeatured, word }) =>
  isFeatured ? [z.strictObject({ [word]: entryId })] : [],
);

const sitePath = z.string().regex(/^\S*$/).regex(oneLine).refine(isSitePath).transform(composed);
const fontPath = z.string().regex(fontPathPattern).transform(composed);
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .toLowerCase();

function textOf({ max = Infinity, isComposed, isOneLine, isId, isGtin }: Field): z.ZodType {
  if (isId) return composedText(max).refine((id) => findIdProblem(id) === null);
  if (isGtin) return gtin;
  if (isComposed) return composedText(max);
  return isOneLine ? looseText(max).pipe(z.string().regex(oneLine)) : looseText(max);
}

/** Names are compared as readers see them: without white space around them, composed. */
const pairsOf = (content: z.ZodType) =>
  z
    .map(z.string(), z.unknown())
    .superRefine((values, { addIssue }) => {
      const names = new Set<string>();
      for (const name of values.keys()) {
        const seen = composed(name.trim());
        if (names.has(seen)) addIssue({ code: 'custom', path: [name], input: name });
        names.add(seen);
      }
    })
    .pipe(z.map(text(pairColumns.name.max), content));

/** The schema of a value of several types. A union would not say where within the value a mistake is. */
const ofType = (schemaFor: (value: unknown) => z.ZodType) =>
  z.unknown().transform((value, { addIssue }) => {
    const { data, error } = schemaFor(value).safeParse(value);
    for (const { path } of error?.issues ?? []) addIssue({ code: 'custom', path: [...path], input: value });
    return data;
  });

const pairValue = looseText(pairColumns.value.max);
/** A list of one text is that text. */
const severalValues = listOf(pairValue, pairColumns.value.maxItems)
  .refine((values) => values.length > 0)
  .transform((values) => (values.length === 1 ? values[0] : values));
const pairValues = ofType((value) => (Array.isArray(value) ? severalValues : pairValue));
const group = pairsOf(pairValues).refine(({ size }) => size > 0);
const pairs = pairsOf(ofType((value) => (value instanceof Map ? group : pairValues)));
