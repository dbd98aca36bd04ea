import type { PluginTransformResultArgs, QueryResult, UnknownRow } from 'kysely';
import request from 'supertest';
import { expect } from 'vitest';
import { anArticle, anAuthor, aProduct } from './content.ts';
import type { TestSite } from './site.ts';

/** A little of everything. */
export const files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle(),
  'products/baozhong.md': aProduct(),
};

export type Headers = Record<string, string>;
export const html = { Accept: 'text/html' };

export const get = ({ app }: Pick<TestSite, 'app'>, address: string, headers: Headers = {}) =>
  request(app)
    .get(address)
    .set({ ...html, ...headers });

/** What the store did for an answer. */
export const markOf = (response: { headers: Headers }) =>
  /desc=(\w+)/.exec(response.headers['server-timing'] ?? '')?.[1];

/** Asks until the address is answered from the store. */
export async function untilKept(
  site: Pick<TestSite, 'app'>,
  address: string,
  headers: Headers = {},
): Promise<void> {
  await expect.poll(async () => markOf(await get(site, address, headers))).toBe('hit');
}

/** A plugin of Kysely that does each of these once, after a query: what happens while a page is read. */
export function afterFirstQuery(waiting: (() => Promise<void>)[]) {
  return {
    transformQuery: <Node>({ node }: { node: Node }) => node,
    async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
      await waiting.shift()?.();
      return result;
    },
  };
}
