import type { Availability } from '#shared/kinds/availabilities.ts';
import { toZonedIso } from '#shared/locale/dates.ts';
import { optionProperties } from '#shared/locale/visitors/option-properties.ts';
import { currency } from '#shared/locale/prices.ts';
import { paths } from '#shared/address/paths.ts';
import type { OfferData, VariantData } from '#shared/payload/offer-payload.ts';
import type { ProductPayload } from '#shared/payload/payloads.ts';
import { imagesOf, type Addresses } from './structured-addresses.ts';

/**
 * A product without variants, or a chosen variant, has one offer; otherwise it is a group with an offer of each. Search
 * engines take a product without an offer for a mistake: where no price is given, or nothing is sold yet, it is the page
 * of a thing.
 */
export function describeProduct(product: ProductPayload, addresses: Addresses): object {
  const { name, summary, variant, variants } = product;
  const address = addresses.url(paths.product(product.id));
  const description = summary || undefined;
  // A card with its title alone is no picture of it.
  const image = imagesOf(
    product.picture ? [product.sharingCard, ...product.pictures] : [],
    addresses.absolute,
  );
  const offered = variants?.filter(isOffered) ?? [];
  if (variants ? offered.length === 0 : !isOffered(product))
    return { '@type': 'ItemPage', '@id': address, name, description, primaryImageOfPage: image?.[0] };
  const shared = {
    category: product.categoryName ?? product.category,
    description,
    image,
    brand: product.brand && { '@type': 'Brand', name: product.brand },
    additionalProperty: propertyList(product.specs),
  };
  if (variants)
    return {
      ...groupOf(product, address),
      name,
      ...shared,
      sku: product.sku ?? undefined,
      hasVariant: offered.map((one) => describeVariant(product, one, { ...addresses, image: image?.[0] })),
    };
  const numbers = { sku: product.sku ?? undefined, gtin: product.gtin, mpn: product.mpn };
  if (variant === undefined)
    return {
      '@type': 'Product',
      '@id': `${address}#product`,
      name,
      ...numbers,
      ...shared,
      offers: offerOf(product, address),
    };
  const own = addresses.url(paths.product(product.id, variant.id));
  return {
    '@type': 'Product',
    '@id': `${own}#product`,
    name: nameOf(name, variant.values),
    ...numbers,
    ...shared,
    ...propertiesOf(product, variant.values),
    isVariantOf: { ...groupOf(product, address), name },
    offers: offerOf(product, own),
  };
}

function groupOf({ id, options = [] }: ProductPayload, address: string) {
  return {
    '@type': 'ProductGroup',
    '@id': `${address}#product`,
    productGroupID: id,
    variesBy: options.map(({ name }) => {
      const property = optionProperties.get(name);
      return property === undefined ? name : `https://schema.org/${property}`;
    }),
  };
}

function describeVariant(
  product: ProductPayload,
  one: VariantData,
  { url, absolute, image }: Addresses & { image: string | undefined },
): object {
  const { id, values, sku, gtin, mpn, picture } = one;
  const address = url(paths.product(product.id, id));
  return {
    '@type': 'Product',
    '@id': `${address}#product`,
    name: nameOf(product.name, values),
    ...{ sku, gtin, mpn },
    image: picture ? absolute(picture) : image,
    ...propertiesOf({ ...product, specs: [] }, values),
    offers: offerOf(one, address),
  };
}

function nameOf(name: string, values: readonly string[]): string {
  return [name, ...values].join(' ');
}

/** Properties that the options of a variant have in schema.org, and the others beside those of its product. */
function propertiesOf({ options = [], specs }: ProductPayload, values: readonly string[]) {
  const named = options.map(({ name }, index): [string, string] => [name, values[index] ?? '']);
  const others = named.filter(([name]) => !optionProperties.has(name));
  return {
    ...Object.fromEntries(
      named.flatMap(([name, value]) => {
        const property = optionProperties.get(name);
        return property === undefined ? [] : [[property, value]];
      }),
    ),
    additionalProperty: propertyList([...specs, ...others]),
  };
}

/** Search engines take an empty list for a mistake. */
function propertyList(properties: readonly [name: string, value: string][]): object[] | undefined {
  if (properties.length === 0) return undefined;
  return properties.map(([name, value]) => ({ '@type': 'PropertyValue', name, value }));
}

/** Whether it is for sale: with a price, and more than announced. */
function isOffered(offer: OfferData): boolean {
  return offer.price !== null && offer.laterAvailability !== 'coming_soon';
}

function offerOf(offer: OfferData, url: string) {
  const { price, saleUntil, availableFrom } = offer;
  const availability: Availability = offer.laterAvailability ?? offer.availability;
  return {
    '@type': 'Offer',
    price,
    priceCurrency: currency,
    priceValidUntil: saleUntil && toZonedIso(saleUntil),
    availability: `https://schema.org/${availabilityNames[availability]}`,
    availabilityStarts: availableFrom && toZonedIso(availableFrom),
    url,
  };
}

const availabilityNames: Readonly<Record<Availability, string>> = {
  in_stock: 'InStock',
  preorder: 'PreOrder',
  backorder: 'BackOrder',
  coming_soon: 'PreSale',
  sold_out: 'SoldOut',
  discontinued: 'Discontinued',
};
