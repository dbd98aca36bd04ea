import type { Config } from '#server/config/config.ts';
import type { DocumentRoute } from './document-route.ts';
import { feedDocuments } from './feed-documents.ts';
import { sitemapDocuments } from './sitemap-documents.ts';
import { textDocuments } from './text-documents.ts';

/** Everything that is answered like a page and is none. */
export function createDocumentRoutes(
  config: Pick<Config, 'publicUrl' | 'basePath' | 'webSubHub' | 'isIndexable'>,
): readonly DocumentRoute[] {
  return [...feedDocuments(config), ...textDocuments(config), ...sitemapDocuments(config)];
}
