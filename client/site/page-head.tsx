import { use } from 'react';
import { publicBaseOf } from '#shared/app-config.ts';
import { feedFormats, feedPath } from '#shared/address/feed-path.ts';
import { openGraphLocale } from '#shared/locale/language.ts';
import { currency } from '#shared/locale/prices.ts';
import { titleSeparator } from '#shared/locale/punctuation.ts';
import { withBase } from '#shared/address/paths.ts';
import { cardPath, cardSize } from '#shared/sharing-card.ts';
import { withOrigin } from '#shared/address/with-origin.ts';
import type { Picture, SharingCard } from '#shared/payload/payloads.ts';
import { AppConfigContext } from '../context/app-config-context.ts';
import { useOptionalPayload } from '../context/use-payload.ts';

interface PageHeadProps {
  /** Null on the front page, which has the site's own name as its title. */
  title: string | null;
  description: string;
  /** Site path of the one address of this page; null for pages that are not to be found, such as errors. */
  canonicalPath: string | null;
  type?: 'website' | 'article' | 'profile' | 'product';
  /** Picture that other sites show beside a link to this page. */
  picture?: Picture | null;
  /** The picture or the title as it is made for other sites; null until it has been. */
  sharingCard?: SharingCard | null;
  /** Details of an article: times in ISO 8601, and the site path of its author. */
  article?: { publishedAt: string; updatedAt: string | null; tags: readonly string[]; authorPath: string };
  /** Details of a product; the price of one thing alone, in whole New Taiwan dollars. */
  product?: { price: number | null; availability: string; brand: string | null; sku: string | null };
  /** Site path of the page whose feed has the same content: see `feedPath`. */
  feedOf?: string;
  /** Site path of the same text as Markdown. */
  markdown?: string;
  /** Has an address, and is not to be found all the same: it says `noindex`, and no canonical address beside that. */
  isUnlisted?: boolean;
}

/** Selector of the elements that `PageHead` renders in the document's head. */
export const pageHeadSelector = [
  'title',
  'link[rel="canonical"]',
  'link[rel="alternate"]',
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name^="twitter:"]',
  'meta[property]',
].join(', ');

/**
 * React moves these elements into the head, on the server and after each navigation. Other sites read `og:` addresses
 * only when they are absolute, so without PUBLIC_URL there are none: a request's Host is not ours to repeat.
 */
export function PageHead({
  title,
  description,
  canonicalPath,
  type = 'website',
  picture = null,
  sharingCard = null,
  article,
  product,
  feedOf,
  markdown,
  isUnlisted = false,
}: PageHeadProps) {
  const config = use(AppConfigContext);
  const { publicUrl } = config;
  const site = useOptionalPayload('layout');
  const siteName = site?.name ?? '';
  const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(titleSeparator);
  const siteTitle = joined(siteName, site?.tagline);
  const fullTitle = title === null ? siteTitle : joined(title, siteName);
  const absolute = (path: string) => `${publicUrl ?? ''}${path}`;
  const href = (path: string) => withBase(publicBaseOf(config), path);
  const canonical = canonicalPath === null ? null : absolute(href(canonicalPath));
  // Other sites draw no SVG.
  const plainPicture = picture && !picture.src.endsWith('.svg') ? picture : null;
  const siteCard = site?.card === undefined ? null : { src: href(cardPath(site.card)), ...cardSize };
  const card = sharingCard ?? (plainPicture === null ? siteCard : null);

  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description || fullTitle} />
      {(canonical === null || isUnlisted) && <meta name="robots" content="noindex" />}
      {canonical !== null && (
        <>
          {!isUnlisted && <link rel="canonical" href={canonical} />}
          {markdown && <link rel="alternate" type="text/markdown" href={href(markdown)} />}
          {feedOf &&
            publicUrl !== null &&
            feedFormats.map(({ ending, type }) => (
              <link
                key={type}
                rel="alternate"
                type={type}
                title={fullTitle}
                href={href(feedPath(feedOf, ending))}
              />
            ))}
          <meta property="og:title" content={title ?? siteName} />
          <meta property="og:description" content={description || fullTitle} />
          <meta property="og:type" content={type} />
          <meta property="og:locale" content={openGraphLocale} />
          <meta property="og:site_name" content={siteName} />
          {article && <meta property="article:published_time" content={article.publishedAt} />}
          {article?.updatedAt && <meta property="article:modified_time" content={article.updatedAt} />}
          {article?.tags.map((tag) => (
            <meta key={tag} property="article:tag" content={tag} />
          ))}
          {product && <ProductDetails {...product} />}
          {publicUrl !== null && (
            <>
              {article && <meta property="article:author" content={absolute(href(article.authorPath))} />}
              <meta property="og:url" content={canonical} />
              {card === null && plainPicture && (
                <meta property="og:image" content={withOrigin(publicUrl, plainPicture.src)} />
              )}
              {card && (
                <>
                  <meta name="twitter:card" content="summary_large_image" />
                  <meta property="og:image" content={withOrigin(publicUrl, card.src)} />
                  <meta property="og:image:width" content={String(card.width)} />
                  <meta property="og:image:height" content={String(card.height)} />
                  <meta
                    property="og:image:alt"
                    content={card === siteCard ? siteTitle : (picture?.alt ?? title ?? siteName)}
                  />
                </>
              )}
            </>
          )}
        </>
      )}
    </>
  );
}

function ProductDetails({ price, availability, brand, sku }: NonNullable<PageHeadProps['product']>) {
  return (
    <>
      {price !== null && (
        <>
          <meta property="product:price:amount" content={String(price)} />
          <meta property="product:price:currency" content={currency} />
        </>
      )}
      <meta property="product:availability" content={availability} />
      {brand !== null && <meta property="product:brand" content={brand} />}
      {sku !== null && <meta property="product:retailer_item_id" content={sku} />}
    </>
  );
}
