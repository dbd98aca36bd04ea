import sharp from 'sharp';
import request from 'supertest';
import { expect, test } from 'vitest';
import { aDrawing, anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { picture } from '../helpers/picture-store.ts';
import { makeCards } from '../helpers/sharing-cards.ts';
import { openSite } from '../helpers/site.ts';

const origin = 'https://tea.example';

const files: Files = {
  'site.yaml': 'name: 青葉\ntagline: 慢慢寫',
  'authors/lin.md': anAuthor({ avatar: 'media/lin.svg' }),
  'articles/a.md': anArticle({ title: '雨停之後' }),
  'products/p.md': aProduct({ name: '白瓷杯' }),
  'products/photo.md': aProduct({ images: [{ src: 'media/tea.jpg', alt: '茶' }] }),
  'pages/about.md': aPage({ title: '關於' }),
  'media/lin.svg': aDrawing,
  'media/tea.jpg': await picture(1000, 800).jpeg().toBuffer(),
};

async function open(engine: EngineName, more: Files = {}) {
  const site = await openSite({ engine, files: { ...files, ...more }, env: { PUBLIC_URL: origin } });
  const { db, config } = site.services;
  let minute = 10;
  return {
    ...site,
    async metaOf(address: string) {
      const { text } = await request(site.app).get(encodeURI(address)).expect(200);
      const found = [...text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)];
      return Object.fromEntries(found.map(([, name, content]) => [name, content]));
    },
    async makeCards() {
      await makeCards(db, { dataDir: config.dataDir, at: `2030-01-01T00:${minute++}:00Z` });
      await newsHasCome(site.services);
    },
  };
}

test('each page without a picture has a card with its title', async () => {
  const { app, metaOf, makeCards } = await open('sqlite');
  expect((await metaOf('/articles/a'))['og:image']).toBeUndefined();
  await makeCards();
  const cards = new Set<string>();
  for (const [address, alt] of [
    ['/articles/a', '雨停之後'],
    ['/product/info/p', '白瓷杯'],
    ['/pages/about', '關於'],
    ['/author/lin', '林知遠'],
    ['/', '青葉｜慢慢寫'],
  ] as const) {
    const meta = await metaOf(address);
    expect(meta, address).toMatchObject({
      'og:image': expect.stringMatching(/^https:\/\/tea\.example\/media\/cards\/[\w-]{16}\.png$/),
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': alt,
      'twitter:card': 'summary_large_image',
    });
    cards.add(meta['og:image'] ?? '');
    const card = await request(app)
      .get(new URL(meta['og:image'] ?? '').pathname)
      .expect(200);
    expect(card.headers['cache-control']).toContain('immutable');
    expect(card.headers['content-type']).toBe('image/png');
    expect(card.body.length).toBeLessThan(150_000);
    expect(await sharp(card.body).metadata()).toMatchObject({ width: 1200, height: 630 });
  }
  expect(cards.size, 'each has its own').toBe(5);
  expect((await metaOf('/articles'))['og:image:alt'], 'a list has that of the site').toBe('青葉｜慢慢寫');
  expect((await metaOf('/product/info/photo'))['og:image']).not.toContain('/cards/');
});

test.for(engines)('another title never has the card of the one before, on %s', async (engine) => {
  const { app, metaOf, makeCards, import: bring, services } = await open(engine);
  await makeCards();
  const siteCard = (await metaOf('/'))['og:image'];
  const before = (await metaOf('/articles/a'))['og:image'];
  await bring({ 'articles/a.md': anArticle({ title: '雨停之前' }) });
  await newsHasCome(services);
  expect(await metaOf('/articles/a')).toMatchObject({
    'og:image': siteCard,
    'og:image:alt': '青葉｜慢慢寫',
  });
  await makeCards();
  const after = (await metaOf('/articles/a'))['og:image'];
  expect([before, siteCard]).not.toContain(after);
  await request(app)
    .get(new URL(before ?? '').pathname)
    .expect(200);

  await bring({ 'site.yaml': 'name: 青葉誌\ncolors: { light: "#9a3412", dark: "#fdba74" }' });
  await newsHasCome(services);
  expect((await metaOf('/'))['og:image']).toBeUndefined();
  await makeCards();
  expect([after, siteCard]).not.toContain((await metaOf('/articles/a'))['og:image']);
  expect((await metaOf('/'))['og:image:alt']).toBe('青葉誌');
});

test('a title that the font cannot show has the card of the site', async () => {
  const { metaOf, makeCards } = await open('sqlite', {
    'articles/a.md': anArticle({ title: '𠮷野家' }),
    'products/p.md': aProduct({ name: '茶🍵' }),
  });
  await makeCards();
  const siteCard = (await metaOf('/'))['og:image'];
  expect(await metaOf('/articles/a')).toMatchObject({
    'og:image': siteCard,
    'og:image:alt': '青葉｜慢慢寫',
  });
  expect((await metaOf('/product/info/p'))['og:image'], 'a picture in it is left out').not.toBe(siteCard);
});

test('a title alone is no picture to search engines', async () => {
  const { app, makeCards } = await open('sqlite');
  await makeCards();
  const { text } = await request(app).get('/product/info/p').expect(200);
  const [, json = ''] = /<script type="application\/ld\+json"[^>]*>([^<]+)/.exec(text) ?? [];
  expect(json).toContain('白瓷杯');
  expect(json).not.toContain('/cards/');
});
