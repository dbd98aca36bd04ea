import { withBase } from '#shared/address/paths.ts';
import { payloadAddress } from '../page-target.ts';
import type { PageRequest } from '../page-request.ts';
import type { PageTarget } from '../page-target.ts';

/** Redirects a page or its payload to that of another path, with the query. A query in `path` comes first. */
export function sendMoved(
  path: string,
  { request, response, target }: Pick<PageRequest, 'request' | 'response'> & { target: PageTarget },
  basePath: string,
): void {
  const right = withBase(basePath, target.isPayload ? payloadAddress(path) : path);
  const { search } = new URL(`http://site${request.originalUrl}`);
  response.redirect(308, right + (right.includes('?') ? search.replace('?', '&') : search));
}
