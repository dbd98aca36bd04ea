import request from 'supertest';
import { expect, test } from 'vitest';
import { aClockAt, openSite } from '../helpers/site.ts';
import { listedContent, readSitemap } from '../helpers/sitemaps.ts';
import { hasXmlLint } from '../helpers/has-xml-lint.ts';
import { problemsBySchema } from '../helpers/xml-lint.ts';

const origin = 'https://tea.example';

test.skipIf(!hasXmlLint)('index and files are valid against the schema', async () => {
  const { app } = await openSite({
    env: { PUBLIC_URL: origin },
    files: listedContent,
    clock: aClockAt('2026-11-20T04:00:00Z'),
  });
  const paths = (await readSitemap(app, origin)).map((file) => file.path);
  for (const path of ['/sitemap.xml', ...paths]) {
    const { text } = await request(app).get(path).expect(200);
    expect.soft(problemsBySchema(text), path).toBe('');
  }
  expect(problemsBySchema('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>')).not.toBe(
    '',
  );
  const { text } = await request(app).get('/sitemaps/articles-1.xml');
  expect(problemsBySchema(text.replace('image:loc', 'image:url'))).not.toBe('');
  expect(problemsBySchema(text.replace('T13:06:07+08:00', ' 13:06'))).not.toBe('');
});
