import type { Config } from '#server/config.ts';
import type { DocumentRoute } from './document-route.ts';

/** Everything that is answered like a page and is none. A loader joins the queries of two features; so do these. */
export function createDocumentRoutes(_config: Pick<Config, 'publicUrl' | 'basePath'>): readonly DocumentRoute[] {
  return [];
}
