import { readerOfSite } from '#server/freshness/site-reader.ts';
import type { CacheEntry } from '#server/freshness/tagged-cache.ts';
import { tagNumbers } from '#server/freshness/tags.ts';
import { bytesOf, type EncodedResponse } from '../store/encoded-response.ts';
import { encodeApart, encodeNow, type Coding } from '../store/page-codings.ts';
import type { PageTools } from '../page-tools.ts';
import type { DocumentElsewhere, DocumentRequest, DocumentRoute } from './document-route.ts';

export interface AskedDocument extends Pick<DocumentRequest, 'params' | 'query'> {
  route: DocumentRoute;
  coding: Coding;
}

/** Reads a document and makes it ready to be sent and kept. */
export async function makeDocument(
  { route, coding, params, query }: AskedDocument,
  { services, encode }: Pick<PageTools, 'services' | 'encode'>,
): Promise<CacheEntry<EncodedResponse> | DocumentElsewhere | null> {
  const reader = readerOfSite(services, services.db.readForPages);
  const document = await route.read({ reader, params, query });
  if (document === null || !('text' in document)) return document;
  const { text, headers = [] } = document;
  const plain = Buffer.from(text);
  const coded = await (plain.length > maxAtOnce ? encodeApart(plain, coding) : encodeNow(plain, coding));
  const value = encode.document({ contentType: route.contentType, headers, coding, plain, coded });
  const tags = tagNumbers(reader.tags);
  return { value, tags, validUntil: reader.validUntil, bytes: bytesOf(value, tags) };
}

/** In bytes: above it compressing would be felt by other requests. */
const maxAtOnce = 100_000;
