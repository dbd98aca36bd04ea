/** A page, or a file of a sitemap. */
export interface SitemapPlace {
  url: string;
  /** ISO 8601 with an offset. Neither `priority` nor `changefreq` is written beside it: nobody reads them. */
  lastmod: string | null;
  /** The whole address of a picture on the page. */
  picture?: string | null;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const imageNamespace = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

/** `https://www.sitemaps.org/protocol.html`. */
export function urlset(places: readonly SitemapPlace[]): string {
  const elements = places.map((place) => element('url', place)).join('');
  return `${declaration}<urlset ${namespace} ${imageNamespace}>\n${elements}</urlset>\n`;
}

export function sitemapIndex(files: readonly SitemapPlace[]): string {
  const elements = files.map((file) => element('sitemap', file)).join('');
  return `${declaration}<sitemapindex ${namespace}>\n${elements}</sitemapindex>\n`;
}

function element(name: string, { url, lastmod, picture = null }: SitemapPlace): string {
  const changed = lastmod === null ? '' : `<lastmod>${lastmod}</lastmod>`;
  const image =
    picture === null ? '' : `<image:image><image:loc>${escapeXml(picture)}</image:loc></image:image>`;
  return `<${name}><loc>${escapeXml(url)}</loc>${changed}${image}</${name}>\n`;
}

/** Addresses are percent-encoded: they hold no sign that XML forbids. */
function escapeXml(text: string): string {
  return /[&<>'"]/.test(text) ? text.replace(/[&<>'"]/g, (sign) => `&#${sign.charCodeAt(0)};`) : text;
}
