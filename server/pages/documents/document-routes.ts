import type { Config } from '#server/config.ts';
import { readSitemapIndex } from '#server/features/crawlers/sitemap.ts';
import { listListAddresses } from '../list-addresses.ts';
import type { DocumentRoute } from './document-route.ts';

/** Everything that is answered like a page and is none. A loader joins the queries of two features; so do these. */
export function createDocumentRoutes(
  config: Pick<Config, 'publicUrl' | 'basePath' | 'isIndexable'>,
): readonly DocumentRoute[] {
  return [...(config.isIndexable ? [sitemap(config)] : [])];
}

function sitemap({ publicUrl }: Pick<Config, 'publicUrl'>): DocumentRoute {
  return {
    path: '/sitemap.xml',
    contentType: 'application/xml; charset=utf-8',
    needsPublicUrl: true,
    async read({ reader }) {
      if (publicUrl === null) return null;
      return { text: await readSitemapIndex(reader, { publicUrl, listPages: listListAddresses }) };
    },
  };
}
