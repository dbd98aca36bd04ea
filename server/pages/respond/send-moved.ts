import { listedEntryAddress } from '#server/content/entries/entry-addresses.ts';
import { withBase } from '#shared/address/paths.ts';
import { payloadAddress } from '../page-target.ts';
import type { PageRequest } from '../page-request.ts';
import type { PageTarget } from '../page-target.ts';

type Asked = Pick<PageRequest, 'request' | 'response'> & { target: PageTarget };

/** Redirects a page or its payload to that of another spelling of its path, with the query. */
export function sendRespelled(path: string, asked: Asked, basePath: string): void {
  redirect(path, searchOf(asked), asked, basePath);
}

/** Redirects to where an old address leads, with the query but for the parameter that was a part of the address. */
export function sendMoved(path: string, asked: Asked, basePath: string): void {
  const { target } = asked;
  const former = target.path === null ? null : listedEntryAddress(target.path, target.query);
  const rest = searchOf(asked).filter((part) => part.split('=')[0] !== former?.param);
  redirect(path, rest, asked, basePath);
}

function searchOf({ request }: Asked): string[] {
  const { search } = new URL(`http://site${request.originalUrl}`);
  return search === '' ? [] : search.slice(1).split('&');
}

/** A query in `path` comes first. */
function redirect(
  path: string,
  search: readonly string[],
  { response, target }: Asked,
  basePath: string,
): void {
  const right = withBase(basePath, target.isPayload ? payloadAddress(path) : path);
  const joint = right.includes('?') ? '&' : '?';
  response.redirect(308, search.length === 0 ? right : right + joint + search.join('&'));
}
