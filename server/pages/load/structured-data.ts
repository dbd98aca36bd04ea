import type { i18n as I18n } from 'i18next';
import { publicBaseOf, type AppConfig } from '#shared/app-config.ts';
import { toZonedIso } from '#shared/locale/dates.ts';
import { writtenLanguage } from '#shared/locale/language.ts';
import { toScriptJson } from '#shared/payload/json-script.ts';
import { paths, withBase } from '#shared/address/paths.ts';
import type { ArticlePayload, AuthorPayload, NamedPage, LayoutPayload } from '#shared/payload/payloads.ts';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { withOrigin } from '#shared/address/with-origin.ts';
import { imagesOf, type Addresses } from './structured-addresses.ts';
import { describeProduct } from './structured-product.ts';

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
  const toStep = ({ id, name }: NamedPage) => ({ name, url: url(paths.products({ category: id })) });
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
