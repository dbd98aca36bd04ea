import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import request from 'supertest';
import { expect } from 'vitest';
import { aDrawing, anArticle, anAuthor, aProduct, type Files } from './content.ts';
import type { EngineName } from './databases.ts';
import { newsHasCome } from './news-has-come.ts';
import { aClockAt, openSite, type TestSite } from './site.ts';

export const origin = 'https://tea.example';
const env = { PUBLIC_URL: origin };
const now = '2026-11-20T04:00:00.000Z';

const body = [
  '見[包種茶](/product/info/baozhong)與[第一節](#s-一)。',
  '![茶](media/tea.svg)',
  '## 一',
  '他說"茶"。[外面](https://example.org/)[^1]',
  '[^1]: 註。',
].join('\n\n');

export const feedFiles: Files = {
  'site.yaml': 'name: 清葉\ndescription: 茶的雜誌。\n',
  'media/tea.svg': aDrawing,
  'authors/lin.md': anAuthor(),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  'articles/spring.md': anArticle(
    {
      title: '春茶 <日記> & 😀',
      summary: '一句話。',
      cover: 'media/tea.svg',
      coverAlt: '茶',
      tags: ['製茶', '春天'],
      updatedAt: '2026-02-03T09:30:00+08:00',
    },
    body,
  ),
  'articles/winter.md': anArticle({ title: '冬茶', tags: ['a/b'], publishedAt: '2026-01-01T08:00:00+08:00' }),
  'articles/draft.md': anArticle({ title: '草稿', status: 'draft' }),
  'articles/soon.md': anArticle({ title: '將來', publishedAt: '2026-11-20T13:00:00+08:00' }),
  'products/baozhong.md': aProduct({ images: [{ src: 'media/tea.svg', alt: '茶' }] }),
  'products/pot.md': aProduct({ name: '壺', category: '茶器 & 杯' }),
};

interface Options {
  engine?: EngineName;
  env?: Record<string, string>;
  files?: Files;
}

/** A site that says what it is called, at a clock that stands still. */
export async function openFeedSite({ engine = 'sqlite', env: more, files = feedFiles }: Options = {}) {
  const clock = aClockAt(now);
  const site = await openSite({ engine, clock, files, env: { ...env, ...more } });
  await newsHasCome(site.services);
  return { ...site, clock };
}

type Asked = Pick<TestSite, 'app'>;

/** Requests the bytes as text, whatever the type. */
export const get = ({ app }: Asked, path: string, headers: Record<string, string> = {}) =>
  request(app).get(path).set(headers).buffer();

/** Reads a feed like a feed reader. */
export async function readAtom(site: Asked, path: string): Promise<ReturnType<typeof parseAtomFeed>> {
  return parseAtomFeed((await get(site, path).expect(200)).text);
}

export async function readJson(site: Asked, path: string): Promise<ReturnType<typeof parseJsonFeed>> {
  return parseJsonFeed((await get(site, path).expect(200)).text);
}

export function linkOf(feed: { links?: { rel?: string; href?: string }[] }, rel: string): string | undefined {
  return feed.links?.find((link) => link.rel === rel)?.href;
}

/** The path of an address of the site. */
export function pathOf(address: string): string {
  expect(address).toMatch(/^https:\/\/tea\.example\//);
  return address.slice(origin.length);
}
