import { Readable } from 'node:stream';
import type { Express } from 'express';
import request from 'supertest';
import { parseSitemap, parseSitemapIndex } from 'sitemap';
import { expect } from 'vitest';
import { anArticle, anAuthor, aDrawing, aPage, aProduct, type Files } from './content.ts';

export interface ListedPage {
  url: string;
  lastmod: string | undefined;
  images: string[];
}

/** A file of a sitemap as a crawler reads it. */
export interface ReadFile {
  path: string;
  etag: string;
  /** Value in the index. */
  lastmod: string | undefined;
  pages: ListedPage[];
}

/** Reads the sitemap of a site at this origin with all of its files. */
export async function readSitemap(app: Express, origin: string, index = '/sitemap.xml'): Promise<ReadFile[]> {
  const { text } = await request(app)
    .get(index)
    .expect(200)
    .expect('Content-Type', /^application\/xml/);
  const files = await parseSitemapIndex(Readable.from([text]));
  return Promise.all(
    files.map(async ({ url, lastmod }) => {
      expect(url.startsWith(`${origin}/`), url).toBe(true);
      const file = url.slice(origin.length);
      const answer = await request(app)
        .get(file)
        .expect(200)
        .expect('Content-Type', /^application\/xml/);
      const items = await parseSitemap(Readable.from([answer.text]));
      const pages = items.map(({ url, lastmod, img }) => ({
        url,
        lastmod,
        images: img.map((image) => image.url),
      }));
      return { path: file, etag: answer.headers['etag'] ?? '', lastmod, pages };
    }),
  );
}

/** Entries that a sitemap names, and others that it must not. */
export const listedContent: Files = {
  'authors/lin.md': anAuthor(),
  'authors/張若水.md': anAuthor({ name: '張若水', avatar: 'media/lin.svg' }),
  'articles/spring.md': anArticle({ cover: 'media/lin.svg', updatedAt: '2026-03-04T05:06:07Z' }),
  'articles/茶席.md': anArticle({ title: '茶席小記', tags: ['茶 & 席', '春'] }),
  'articles/draft.md': anArticle({ status: 'draft', tags: ['祕密'] }),
  'articles/archived.md': anArticle({ status: 'archived' }),
  'articles/later.md': anArticle({ publishedAt: '2027-01-01T00:00:00+08:00' }),
  "products/lin's.md": aProduct({ category: '茶 & 器', images: [{ src: 'media/lin.svg', alt: '茶' }] }),
  'products/hidden.md': aProduct({ status: 'draft' }),
  'pages/about.md': aPage(),
  'pages/dated.md': aPage({ updatedAt: '2026-05-01T00:00:00Z' }),
  'pages/draft.md': aPage({ status: 'draft' }),
  'media/lin.svg': aDrawing,
  'site.yaml': 'name: 測試誌\n',
};
