import type { Config } from '#server/config/config.ts';
import {
  readFileName,
  readSitemapFile,
  readSitemapIndex,
  sitemapPath,
  type SitemapOptions,
} from '#server/features/crawlers/sitemap.ts';
import { listListAddresses } from '../load/list-addresses.ts';
import type { DocumentRequest, DocumentRoute } from './document-route.ts';

/** The sitemap, and the files that it names. A site that is not to be found has none. */
export function sitemapDocuments({
  publicUrl,
  isIndexable,
}: Pick<Config, 'publicUrl' | 'isIndexable'>): DocumentRoute[] {
  if (!isIndexable) return [];
  const document = (
    path: string,
    read: (request: DocumentRequest, options: SitemapOptions) => Promise<string | null>,
  ): DocumentRoute => ({
    path,
    contentType: 'application/xml; charset=utf-8',
    needsPublicUrl: true,
    async read(request) {
      const text =
        publicUrl === null ? null : await read(request, { publicUrl, listPages: listListAddresses });
      return text === null ? null : { text };
    },
  });
  return [
    document('/sitemap.xml', ({ reader }, options) => readSitemapIndex(reader, options)),
    document(sitemapPath(':name'), async ({ reader, params: { name = '' } }, options) => {
      const file = readFileName(name);
      return file && readSitemapFile(reader, file, options);
    }),
  ];
}
