import type { i18n as I18n } from 'i18next';
import { publicBaseOf, type AppConfig } from '#shared/app-config.ts';
import { toZonedIso } from '#shared/locale/dates.ts';
import { writtenLanguage } from '#shared/locale/language.ts';
import { currency } from '#shared/locale/prices.ts';
import { toScriptJson } from '#shared/json-script.ts';
import { paths, withBase } from '#shared/paths.ts';
import type { ArticlePayload, Availability, Picture, ProductPayload } from '#shared/payloads.ts';
import type { PayloadBody } from '#shared/route-payloads.ts';

/**
 * What search engines want to know of an article or a product, in the words of https://schema.org, as the text of a
 * script element. Null on other pages. Only the server writes it: after a navigation nobody would read it.
 */
export function structuredDataJson(data: PayloadBody['data'], config: AppConfig, i18n: I18n): string | null {
  const { t } = i18n;
  // Without PUBLIC_URL they are relative to the page, which is allowed; a request's own Host would be its to choose.
  const url = (path: string) => absolute(withBase(publicBaseOf(config), path));
  const absolute = (address: string) => `${config.publicUrl ?? ''}${address}`;

  const article = data['articles-id'];
  if (article) {
    const steps = [{ name: t('articles.title'), url: url(paths.articles()) }];
    const publisher = data.layout?.name ?? '';
    return graph(describeArticle(article, { url, absolute, publisher }), steps, article.title);
  }
  const product = data['product-info-product_id'];
  if (product) {
    const category = { category: product.category };
    const steps = [
      { name: t('products.title'), url: url(paths.products()) },
      { name: product.category, url: url(paths.products(category)) },
    ];
    return graph(describeProduct(product, { url, absolute }), steps, product.name);
  }
  return null;
}

interface Addresses {
  /** Takes a site path. */
  url(path: string): string;
  /** Takes an address of this site with the base path. */
  absolute(address: string): string;
}

function describeArticle(
  article: ArticlePayload,
  { url, absolute, publisher }: Addresses & { publisher: string },
) {
  return {
    '@type': 'Article',
    headline: article.title,
    image: imageOf(article.sharingCard ?? article.cover, absolute),
    datePublished: toZonedIso(article.publishedAt),
    dateModified: toZonedIso(article.updatedAt ?? article.publishedAt),
    author: { '@type': 'Person', name: article.author.name, url: url(paths.author(article.author.id)) },
    publisher: { '@type': 'Organization', name: publisher },
    inLanguage: writtenLanguage,
    mainEntityOfPage: url(paths.article(article.id)),
  };
}

function describeProduct(product: ProductPayload, { url, absolute }: Addresses) {
  const address = url(paths.product(product.id));
  return {
    '@type': 'Product',
    name: product.name,
    sku: product.sku ?? product.id,
    category: product.category,
    description: product.summary || undefined,
    image: imageOf(product.sharingCard ?? product.picture, absolute),
    // Without a price there is nothing on offer.
    offers:
      product.price === null
        ? undefined
        : {
            '@type': 'Offer',
            price: product.price,
            priceCurrency: currency,
            availability: `https://schema.org/${availabilityNames[product.availability]}`,
            url: address,
          },
  };
}

const availabilityNames: Record<Availability, string> = {
  in_stock: 'InStock',
  sold_out: 'SoldOut',
  preorder: 'PreOrder',
  discontinued: 'Discontinued',
};

function imageOf(picture: Pick<Picture, 'src'> | null, absolute: Addresses['absolute']): string | undefined {
  return picture === null ? undefined : absolute(picture.src);
}

function graph(thing: object, steps: readonly { name: string; url: string }[], ownName: string): string {
  const items = [...steps.map(({ name, url }) => ({ name, item: url })), { name: ownName }];
  const breadcrumb = {
    '@type': 'BreadcrumbList',
    itemListElement: items.map((item, i) => ({ '@type': 'ListItem', position: i + 1, ...item })),
  };
  return toScriptJson({ '@context': 'https://schema.org', '@graph': [thing, breadcrumb] });
}
