import type { Config } from '#server/config.ts';
import { readSitemapIndex } from '#server/features/crawlers/sitemap.ts';
import { listListAddresses } from '../list-addresses.ts';
import type { DocumentRoute } from './document-route.ts';

/** The sitemap, which names files that are too large for the store of pages. A site that is not to be found has none. */
export function sitemapDocuments({
  publicUrl,
  isIndexable,
}: Pick<Config, 'publicUrl' | 'isIndexable'>): DocumentRoute[] {
  if (!isIndexable) return [];
  return [
    {
      path: '/sitemap.xml',
      contentType: 'application/xml; charset=utf-8',
      needsPublicUrl: true,
      async read({ reader }) {
        if (publicUrl === null) return null;
        return { text: await readSitemapIndex(reader, { publicUrl, listPages: listListAddresses }) };
      },
    },
  ];
}
