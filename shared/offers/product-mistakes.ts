import { isAwaited, type Availability } from '../kinds/availabilities.ts';
import type { Mistake, MistakeReason } from './mistakes.ts';
import { termsOf, type OfferTerms, type Variant } from './offers.ts';

interface Option {
  name: string;
  values: readonly string[];
}

type Place = readonly (string | number)[];

/** Finds what is wrong about prices, times, options and variants of a product whose values are right each by itself. */
export function findProductMistakes(values: Readonly<Record<string, unknown>>): Mistake[] {
  // The schema, which is made of the same record, has given the values.
  const product = values as Partial<OfferTerms> & {
    availability: Availability;
    sku?: string;
    images: readonly { src: string }[];
    options: readonly Option[];
    variants: readonly Variant[];
  };
  const { options, variants, images, sku } = product;
  const terms = withNulls(product);
  const pictures = new Set(images.map(({ src }) => src));
  const hasSaleOfVariants = variants.some(({ salePrice }) => salePrice !== undefined);
  return [
    ...findMistakesOfTerms(terms, { at: [], given: product, mayHaveEnds: hasSaleOfVariants }),
    ...findMistakesOfOptions(options),
    ...(variants.length > 0 && options.length === 0
      ? [mistake(['variants'], { code: 'no-options' })]
      : variants.flatMap((variant, index) => findMistakesOfChoice(variant, options, index))),
    ...(options.length > 0 && variants.length === 0 ? [mistake(['options'], { code: 'no-variants' })] : []),
    ...variants.flatMap((variant, index) => [
      ...findMistakesOfTerms(termsOf(terms, variant), {
        at: ['variants', index],
        given: variant,
        mayHaveEnds: false,
      }),
      ...(variant.image !== undefined && !pictures.has(variant.image)
        ? [mistake(['variants', index, 'image'], { code: 'other-picture' })]
        : []),
    ]),
    ...findSame(variants, { key: 'id', what: 'id', valueOf: ({ id }) => id }),
    ...findSame(variants, { key: 'sku', what: 'sku', valueOf: (variant) => variant.sku ?? null }),
    ...variants.flatMap((variant, index) =>
      sku !== undefined && variant.sku === sku
        ? [mistake(['variants', index, 'sku'], { code: 'same', what: 'sku', as: ['sku'] })]
        : [],
    ),
    ...findSame(variants, {
      key: 'options',
      what: 'options',
      valueOf: (variant) => JSON.stringify(options.map(({ name }) => variant.options[name] ?? '')),
    }),
  ];
}

function withNulls(product: Partial<OfferTerms> & Pick<OfferTerms, 'availability'>): OfferTerms {
  const { price, salePrice, salePriceFrom, salePriceUntil, availability, availableFrom } = product;
  return {
    price: price ?? null,
    salePrice: salePrice ?? null,
    salePriceFrom: salePriceFrom ?? null,
    salePriceUntil: salePriceUntil ?? null,
    availability,
    availableFrom: availableFrom ?? null,
  };
}

interface GivenTerms {
  at: Place;
  /** Values that stand there: those that it takes from elsewhere are reported there. */
  given: Partial<OfferTerms>;
  mayHaveEnds: boolean;
}

function findMistakesOfTerms(terms: OfferTerms, { at, given, mayHaveEnds }: GivenTerms): Mistake[] {
  const { price, salePrice, salePriceFrom, salePriceUntil, availability, availableFrom } = terms;
  const mistakes: Mistake[] = [];
  const add = (name: keyof OfferTerms, reason: MistakeReason) =>
    mistakes.push(mistake([...at, name], reason));
  const saysPrice = given.salePrice !== undefined || (at.length > 0 && given.price !== undefined);
  if (salePrice !== null && saysPrice) {
    if (price === null) add('salePrice', { code: 'sale-without-price' });
    else if (salePrice >= price) add('salePrice', { code: 'sale-not-lower' });
  }
  const end = given.salePriceFrom === undefined ? 'salePriceUntil' : 'salePriceFrom';
  if (given[end] !== undefined && salePrice === null && !mayHaveEnds) add(end, { code: 'ends-without-sale' });
  const isReversed = salePriceFrom !== null && salePriceUntil !== null && salePriceUntil <= salePriceFrom;
  if (isReversed && given[end] !== undefined) add('salePriceUntil', { code: 'ends-reversed' });
  const needsDate = isAwaited(availability) && availability !== 'coming_soon';
  if (needsDate && availableFrom === null && given.availability !== undefined)
    mistakes.push({ ...mistake([...at, 'availableFrom'], { code: 'no-date' }), isWarning: true });
  return mistakes;
}

function findMistakesOfOptions(options: readonly Option[]): Mistake[] {
  return [
    ...options.flatMap(({ values }, index) =>
      values.length === 0 ? [mistake(['options', index, 'values'], { code: 'no-values' })] : [],
    ),
    ...findSame(options, { key: 'name', what: 'name', valueOf: ({ name }) => name, list: 'options' }),
  ];
}

function findMistakesOfChoice(
  { options: chosen }: Variant,
  options: readonly Option[],
  index: number,
): Mistake[] {
  const at = (name: string) => ['variants', index, 'options', name];
  const unknown = Object.keys(chosen).filter((name) => !options.some((option) => option.name === name));
  return [
    ...unknown.map((name) => mistake(at(name), { code: 'not-an-option', name })),
    ...options.flatMap(({ name, values }) => {
      const value = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
      if (value === undefined) return [mistake(at(name), { code: 'lacks-option', name })];
      return values.includes(value) ? [] : [mistake(at(name), { code: 'not-offered', name, value })];
    }),
  ];
}

interface Compared<Item> {
  key: string;
  what: Extract<MistakeReason, { code: 'same' }>['what'];
  /** Null: compared with nothing. */
  valueOf(item: Item): string | null;
  list?: string;
}

/** Rows with a value that an earlier one has. */
function findSame<Item>(
  items: readonly Item[],
  { key, what, valueOf, list = 'variants' }: Compared<Item>,
): Mistake[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const value = valueOf(item);
    if (value === null) return [];
    const before = first.get(value);
    if (before === undefined) first.set(value, index);
    return before === undefined
      ? []
      : [mistake([list, index, key], { code: 'same', what, as: [list, before, key] })];
  });
}

function mistake(at: Place, reason: MistakeReason): Mistake {
  return { at, reason };
}
