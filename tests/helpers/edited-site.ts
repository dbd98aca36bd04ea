import { expect } from 'vitest';
import { anAccount, cookiesOf, post, rightPassword } from './accounts.ts';
import { aDrawing, anArticle, anAuthor, aPage, aProduct, type Files } from './content.ts';
import type { EngineName } from './databases.ts';
import { aClockAt, openSite } from './site.ts';

const images = [{ src: 'media/tea.svg', alt: '茶' }];

export const editedFiles: Files = {
  'media/tea.svg': aDrawing,
  'authors/lin.md': anAuthor({ avatar: 'media/tea.svg' }),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [
      `products/p${n}.md`,
      aProduct({ name: `茶${n}`, category: n % 4 ? '茶葉' : '茶器', images }),
    ]),
  ),
  'articles/spring.md': anArticle({
    cover: 'media/tea.svg',
    coverAlt: '茶',
    products: ['p1', 'p2'],
    tags: ['茶'],
  }),
  'articles/winter.md': anArticle({
    title: '冬茶',
    author: 'chen',
    publishedAt: '2026-02-01T08:00:00+08:00',
    tags: ['茶'],
  }),
  'pages/about.md': aPage(),
  'site.yaml': 'name: 測試誌\nfeatured:\n  - product: p1\n  - article: spring\n',
};

/** Drafts of an editor, by the address of their entry. */
export const someDrafts: Readonly<Record<string, string>> = {
  'authors/lin': anAuthor({ name: '林青', links: [{ label: '網站', url: 'https://tea.example/articles' }] }),
  'products/p1': aProduct({
    name: '新名',
    category: '新類',
    price: 5,
    publishedAt: '2026-10-01T08:00:00+08:00',
  }),
  'products/new': aProduct({ name: '新品', images }, '見[文章](/articles/spring)。'),
  'articles/spring': anArticle(
    {
      title: '改過的題目',
      author: 'chen',
      products: ['p3'],
      publishedAt: '2026-10-02T08:00:00+08:00',
      tags: ['新'],
    },
    '## 一節\n\n見[商品](/product/info/p1)。\n\n![茶](media/tea.svg "圖")\n\n註[^1]\n\n[^1]: 註文',
  ),
  'articles/winter': anArticle({ title: '冬茶二', author: 'lin', cover: 'media/tea.svg', coverAlt: '茶' }),
  'pages/about': aPage({ title: '我們' }, '改寫。'),
  'pages/new': aPage({ title: '新頁' }),
};

const now = '2026-11-22T00:00:00.000Z';

interface EditedOptions {
  engine?: EngineName;
  env?: Record<string, string>;
}

/** A site on which an editor is signed in. */
export async function openEditedSite({ engine = 'sqlite', env = {} }: EditedOptions = {}) {
  const site = await openSite({ engine, files: editedFiles, clock: aClockAt(now), env });
  const { config, db } = site.services;
  await anAccount(db, { role: 'editor' });
  const base = config.basePath;
  const form = { email: 'lin@example.com', password: rightPassword };
  const cookie = cookiesOf(await post(site.app, `${base}login`, form));
  return { ...site, db, cookie, base };
}

/** A preview's page as the page that it is a preview of. */
export function mapBack(body: string, mount: string, base = '/'): string {
  // Files, and what search engines and other sites are told, are the site's own.
  for (const file of ['assets/', 'media/', 'favicon', 'apple-touch-icon', 'manifest'])
    expect(body).not.toContain(mount + file);
  const publicParts = body.match(/<link rel="canonical"[^>]*>|<meta property[^>]*>|ld\+json.*?<\/script>/g);
  expect(publicParts?.join('') ?? '').not.toContain(mount);
  return body
    .replaceAll(mount, base)
    .replace(`,"publicBaseURL":"${base}"`, '')
    .replace(`<link rel="stylesheet" href="${base}assets/edit.css"/>`, '')
    .replace('<meta name="robots" content="noindex"/></head>', '</head>')
    .replace(/<aside class="edit-preview".*<\/aside>(?=<\/body>)/, '')
    .replaceAll(requestIds, '');
}

/** Pages of errors name the request. */
export const requestIds = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
