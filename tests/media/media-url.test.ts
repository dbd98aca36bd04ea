import request from 'supertest';
import { expect, test } from 'vitest';
import { anArticle, anAuthor, aDrawing, type Files } from '../helpers/content.ts';
import { picture } from '../helpers/picture-store.ts';
import { openSite } from '../helpers/site.ts';

const files: Files = {
  'authors/lin.md': anAuthor({ avatar: 'media/cup.svg' }),
  'articles/spring.md': anArticle({ cover: 'media/spring.jpg' }, '![杯](media/cup.svg)'),
  'media/spring.jpg': await picture(1300, 700).jpeg().toBuffer(),
  'media/cup.svg': aDrawing,
};

test('pages, cards, feeds and sitemaps name pictures where MEDIA_URL says, and the policy allows them', async () => {
  const env = {
    PUBLIC_URL: 'https://tea.example',
    BASE_PATH: '/shop/',
    MEDIA_URL: 'https://media.example/kept',
  };
  const { app } = await openSite({ files, env });
  const get = async (address: string) => (await request(app).get(address).buffer().expect(200)).text;
  const addresses = ['/shop/articles/spring', '/shop/articles', '/shop/articles/spring/_payload.json'];
  const made = ['/shop/articles/feed.atom', '/shop/sitemaps/articles-1.xml', '/shop/articles/spring.md'];
  for (const address of [...addresses, ...made]) {
    const text = await get(address).catch(() => '');
    if (text === '') continue;
    expect(text, address).toContain('https://media.example/kept/');
    expect(text, address).not.toMatch(/(?:\/shop|tea\.example)\/media\/[\da-f]{24}/);
    expect(text, address).not.toContain('https://tea.examplehttps:');
  }
  const page = await request(app).get('/shop/articles/spring').expect(200);
  expect(page.text).toMatch(/<meta property="og:image" content="https:\/\/media\.example\/kept\//);
  const policy = page.headers['content-security-policy'] ?? '';
  expect(policy).toContain("img-src 'self' data: https://media.example/kept/;");
  expect(policy).toContain("media-src 'self' https://media.example/kept/;");

  const [, name = ''] = /https:\/\/media\.example\/kept\/([^"\s,]+)/.exec(page.text) ?? [];
  // For what keeps them in front, and asks here.
  const file = await request(app).get(`/shop/media/${name}`).expect(200);
  expect(file.headers['cross-origin-resource-policy']).toBe('cross-origin');
});

test('without it nothing of another site is allowed', async () => {
  const { app } = await openSite({ files });
  const page = await request(app).get('/articles/spring').expect(200);
  expect(page.headers['content-security-policy']).toContain("img-src 'self' data:;");
  const [address = ''] = /\/media\/[^"\s,]+/.exec(page.text) ?? [];
  const file = await request(app).get(address).expect(200);
  expect(file.headers['cross-origin-resource-policy']).toBe('same-origin');
});
