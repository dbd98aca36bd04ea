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

/** Mark of the page store on an answer. */
export const markOf = (response: { headers: Headers }) =>
  /desc=(\w+)/.exec(response.headers['server-timing'] ?? '')?.[1];

/** Repeats a request until the store answers it. */
export async function untilKept(
  site: Pick<TestSite, 'app'>,
  address: string,
  headers: Headers = {},
): Promise<void> {
  await expect.poll(async () => markOf(await get(site, address, headers))).toBe('hit');
}

/** Kysely plugin that runs each of these once, after a query: events while a page is read. */
export function afterFirstQuery(waiting: (() => Promise<void>)[]) {
  return {
    transformQuery: <Node>({ node }: { node: Node }) => node,
    async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
      await waiting.shift()?.();
      return result;
    },
  };
}
