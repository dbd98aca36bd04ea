import { isForSale } from '#shared/kinds/availabilities.ts';
import type { Offer, ProductOffer, Variant } from '#shared/offers/offers.ts';
import type { OptionValue, VariantData } from '#shared/payload/offer-payload.ts';
import type { Picture, ProductPayload } from '#shared/payload/payloads.ts';
import { toOfferData } from './offer-data.ts';

interface Option {
  name: string;
  values: readonly string[];
}

interface OfferedVariant {
  variant: Variant;
  offer: Offer;
}

interface Choosing {
  options: readonly Option[];
  variants: readonly Variant[];
  offer: ProductOffer;
  /** Id of the chosen variant; null: none is chosen. */
  chosen: string | null;
  /** Pictures of the product, and the paths by which its variants name them. */
  pictures: readonly Picture[];
  paths: readonly string[];
}

interface ChosenVariant {
  /** Offer of the chosen variant; left out: the product's counts. */
  offer?: Offer;
  parts: Pick<ProductPayload, 'options' | 'variant' | 'variants'> & Partial<ProductPayload>;
}

/**
 * Parts of a product's payload that its variants give, and those that the chosen one replaces. Null when there is no
 * variant of that id.
 */
export function chooseVariant(choosing: Choosing): ChosenVariant | null {
  const { options, variants, offer, chosen } = choosing;
  const all = variants.flatMap((variant, index): OfferedVariant[] => {
    const own = offer.ofVariants[index];
    return own === undefined ? [] : [{ variant, offer: own }];
  });
  const found = all.find(({ variant }) => variant.id === chosen);
  if (chosen !== null && found === undefined) return null;
  if (all.length === 0) return { parts: {} };
  const rows = listOptions(options, all, found ?? null);
  if (found === undefined)
    return { parts: { options: rows, variants: all.map((one) => toVariantData(one, choosing)) } };
  return { offer: found.offer, parts: { options: rows, ...partsOf(found.variant, choosing) } };
}

function partsOf(variant: Variant, { options, pictures, paths }: Choosing): ChosenVariant['parts'] {
  const { id, sku, gtin, mpn, image, purchaseUrl } = variant;
  const own = pictures[paths.indexOf(image ?? '')];
  return {
    variant: { id, values: valuesOf(variant, options) },
    ...(sku !== undefined && { sku }),
    ...(gtin !== undefined && { gtin }),
    ...(mpn !== undefined && { mpn }),
    ...(purchaseUrl !== undefined && { purchaseUrl }),
    // Its own picture is seen first.
    ...(own && { picture: own, pictures: [own, ...pictures.filter((picture) => picture !== own)] }),
  };
}

function toVariantData(one: OfferedVariant, { options, pictures, paths }: Choosing): VariantData {
  const { id, sku, gtin, mpn, image } = one.variant;
  const picture = pictures[paths.indexOf(image ?? '')]?.src;
  return {
    id,
    values: valuesOf(one.variant, options),
    ...toOfferData(one.offer),
    ...(sku !== undefined && { sku }),
    ...(gtin !== undefined && { gtin }),
    ...(mpn !== undefined && { mpn }),
    ...(picture !== undefined && { picture }),
  };
}

function valuesOf(variant: Variant, options: readonly Option[]): string[] {
  return options.map(({ name }) => variant.options[name] ?? '');
}

/** Each value leads to the nearest variant that has it; a value without variants is left out. */
function listOptions(
  options: readonly Option[],
  all: readonly OfferedVariant[],
  chosen: OfferedVariant | null,
): NonNullable<ProductPayload['options']> {
  return options.map(({ name, values }) => ({
    name,
    values: values.flatMap((label): OptionValue[] => {
      const nearest = findNearest(
        all.filter(({ variant }) => variant.options[name] === label),
        chosen,
      );
      if (nearest === null) return [];
      return [
        {
          label,
          variant: nearest.variant.id,
          ...(chosen?.variant.options[name] === label && { isChosen: true }),
          ...(!isForSale(nearest.offer.availability) && { isGone: true }),
        },
      ];
    }),
  }));
}

/** The one with the most values of the chosen variant; among these the first that can be had. */
function findNearest(some: readonly OfferedVariant[], chosen: OfferedVariant | null): OfferedVariant | null {
  const kept = chosen?.variant.options ?? {};
  const likeness = ({ variant }: OfferedVariant) =>
    Object.entries(variant.options).filter(([name, value]) => kept[name] === value).length;
  const inOrder = some.toSorted(
    (a, b) =>
      likeness(b) - likeness(a) ||
      Number(isForSale(b.offer.availability)) - Number(isForSale(a.offer.availability)),
  );
  return inOrder[0] ?? null;
}
