import type { Availability } from '#shared/kinds/availabilities.ts';
import type { i18n as I18n } from 'i18next';
import { publicBaseOf, type AppConfig } from '#shared/app-config.ts';
import { toZonedIso } from '#shared/locale/dates.ts';
import { writtenLanguage } from '#shared/locale/language.ts';
import { currency } from '#shared/locale/prices.ts';
import { toScriptJson } from '#shared/payload/json-script.ts';
import { paths, withBase } from '#shared/address/paths.ts';
import type {
  ArticlePayload,
  AuthorPayload,
  CategoryLink,
  LayoutPayload,
  Picture,
  ProductPayload,
} from '#shared/payload/payloads.ts';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { withOrigin } from '#shared/address/with-origin.ts';

/**
 * Describes a page to search engines, in the words of https://schema.org, as the text of a script element. Null on
 * pages without anything to describe. Only the server writes it: after a navigation nobody would read it.
 *
 * Each thing has an `@id`, by which the pages of a site refer to the same author and the same publisher.
 */
export function structuredDataJson(data: PayloadBody['data'], config: AppConfig, i18n: I18n): string | null {
  const { t } = i18n;
  // Without PUBLIC_URL they are relative to the page, which is allowed; a request's own Host would be its to choose.
  const url = (path: string) => absolute(withBase(publicBaseOf(config), path));
  const absolute = (address: string) => withOrigin(config.publicUrl ?? '', address);
  const addresses: Addresses = { url, absolute };
  const site = data.layout;

  const article = data['articles-id'];
  if (article) {
    const steps = [{ name: t('articles.title'), url: url(paths.articles()) }];
    return graph(describeArticle(article, addresses, site), breadcrumb(steps, article.title));
  }
  const allProducts = { name: t('products.title'), url: url(paths.products()) };
  const toStep = ({ id, name }: CategoryLink) => ({ name, url: url(paths.products({ category: id })) });
  const product = data['product-info-product_id'];
  if (product) {
    const steps = [allProducts, ...product.categories.map(toStep)];
    return graph(describeProduct(product, addresses), breadcrumb(steps, product.name));
  }
  const category = data.product?.category;
  if (category) return graph(breadcrumb([allProducts, ...category.above.map(toStep)], category.name));
  const author = data['author-author_id'];
  // The other pages list more of the author's articles: the first one describes the author.
  if (author) return author.articles.page === 1 ? graph(describeProfile(author, addresses)) : null;
  // A part of the products has the same address, and is none of it.
  const isFront = data.index !== undefined && data.index.front.length > 0;
  return isFront && site ? graph(...describeSite(site, addresses)) : null;
}

interface Addresses {
  /** Takes a site path. */
  url(path: string): string;
  /** Takes an address of this site with the base path. */
  absolute(address: string): string;
}

function describeArticle(
  article: ArticlePayload,
  { url, absolute }: Addresses,
  site: LayoutPayload | undefined,
) {
  const address = url(paths.article(article.id));
  const author = url(paths.author(article.author.id));
  return {
    '@type': 'Article',
    '@id': `${address}#article`,
    headline: article.title,
    image: imagesOf(article.cover ? [article.sharingCard, article.cover] : [], absolute),
    datePublished: toZonedIso(article.publishedAt),
    dateModified: toZonedIso(article.updatedAt ?? article.publishedAt),
    author: { '@type': 'Person', '@id': personId(author), name: article.author.name, url: author },
    publisher: { '@type': 'Organization', '@id': publisherId(url), name: site?.name ?? '' },
    inLanguage: writtenLanguage,
    mainEntityOfPage: address,
  };
}

/** Search engines take a product without an offer for a mistake: where no price is given, it is the page of a thing. */
function describeProduct(product: ProductPayload, { url, absolute }: Addresses) {
  const address = url(paths.product(product.id));
  // A card with its title alone is no picture of it.
  const image = imagesOf(product.picture ? [product.sharingCard, ...product.pictures] : [], absolute);
  const { name, price } = product;
  const description = product.summary || undefined;
  if (price === null)
    return { '@type': 'ItemPage', '@id': address, name, description, primaryImageOfPage: image?.[0] };
  return {
    '@type': 'Product',
    '@id': `${address}#product`,
    name,
    sku: product.sku ?? undefined,
    category: product.category,
    description,
    image,
    additionalProperty: propertiesOf(product),
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: currency,
      availability: `https://schema.org/${availabilityNames[product.availability]}`,
      url: address,
    },
  };
}

/** Search engines take an empty list for a mistake. */
function propertiesOf({ specs }: ProductPayload): object[] | undefined {
  if (specs.length === 0) return undefined;
  return specs.map(([name, value]) => ({ '@type': 'PropertyValue', name, value }));
}

const availabilityNames: Record<Availability, string> = {
  in_stock: 'InStock',
  sold_out: 'SoldOut',
  preorder: 'PreOrder',
  discontinued: 'Discontinued',
};

function describeProfile({ author }: AuthorPayload, { url, absolute }: Addresses) {
  const address = url(paths.author(author.id));
  const elsewhere = author.links.map((link) => link.url);
  return {
    '@type': 'ProfilePage',
    '@id': address,
    mainEntity: {
      '@type': 'Person',
      '@id': personId(address),
      name: author.name,
      url: address,
      description: author.bioText || undefined,
      image: imagesOf([author.avatar], absolute)?.[0],
      sameAs: elsewhere.length === 0 ? undefined : elsewhere,
    },
  };
}

/** Describes the site and its publisher, for the front page. */
function describeSite({ name, contact, footer }: LayoutPayload, { url }: Addresses): object[] {
  const home = url(paths.home);
  const publisher = publisherId(url);
  return [
    {
      '@type': 'WebSite',
      '@id': `${home}#website`,
      name,
      url: home,
      inLanguage: writtenLanguage,
      publisher: { '@id': publisher },
    },
    {
      '@type': 'Organization',
      '@id': publisher,
      name,
      legalName: footer.company,
      taxID: footer.taxId,
      url: home,
      logo: url('/icon-512.png'),
      telephone: contact.phone,
      email: contact.email ?? footer.email,
    },
  ];
}

function personId(authorAddress: string): string {
  return `${authorAddress}#person`;
}

function publisherId(url: Addresses['url']): string {
  return `${url(paths.home)}#organization`;
}

/** The card is another cut of the first picture, of which search engines choose what fits. */
function imagesOf(
  pictures: readonly (Pick<Picture, 'src'> | null)[],
  absolute: Addresses['absolute'],
): string[] | undefined {
  const addresses = new Set(pictures.flatMap((picture) => (picture === null ? [] : absolute(picture.src))));
  return addresses.size === 0 ? undefined : [...addresses];
}

function breadcrumb(steps: readonly { name: string; url: string }[], ownName: string): object {
  const items = [...steps.map(({ name, url }) => ({ name, item: url })), { name: ownName }];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map((item, i) => ({ '@type': 'ListItem', position: i + 1, ...item })),
  };
}

function graph(...things: object[]): string {
  return toScriptJson({ '@context': 'https://schema.org', '@graph': things });
}
