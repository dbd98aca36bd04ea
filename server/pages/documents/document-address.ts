import type { Request } from 'express';
import { encodeParam, readParam, withBase } from '#shared/address/paths.ts';
import { withQuery } from '#shared/address/spell-query.ts';
import { documentKey } from '../page-request.ts';
import type { DocumentRequest, DocumentRoute } from './document-route.ts';

/** Meaning of an address, decided before any data is read. */
export interface DocumentAddress extends Pick<DocumentRequest, 'params' | 'query'> {
  /** Key of the document in the page store. */
  key: string;
  /** The address with the base path and the whole query, when it is another spelling of this one; else null. */
  rightAddress: string | null;
}

export function readAddress(
  { path, query: names = [] }: Pick<DocumentRoute, 'path' | 'query'>,
  { originalUrl, params: given }: Pick<Request, 'originalUrl' | 'params'>,
  basePath: string,
): DocumentAddress {
  const params = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, readParam(name, String(value))]),
  );
  const right = withBase(basePath, spell(path, params));
  const queryAt = originalUrl.indexOf('?');
  const [pathname, search] =
    queryAt === -1 ? [originalUrl, ''] : [originalUrl.slice(0, queryAt), originalUrl.slice(queryAt)];
  const query = pickQuery(names, new URLSearchParams(search));
  return {
    params,
    query,
    key: documentKey(withQuery(right, query)),
    rightAddress: pathname === right ? null : right + search,
  };
}

/** Spells the path as `buildPath` does for pages. */
function spell(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeParam(name, params[name]));
}

/** Only parameters of the key reach the document; an empty one counts as left out. */
function pickQuery(names: readonly string[], given: URLSearchParams): URLSearchParams {
  const picked = new URLSearchParams();
  for (const name of names) {
    const value = given.get(name)?.normalize('NFC');
    if (value) picked.set(name, value);
  }
  return picked;
}
