import sharp from 'sharp';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { aDrawing, anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { silentLog } from '../helpers/databases.ts';
import { picture } from '../helpers/picture-store.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';

describe('a page', async () => {
  const photo = await picture(2000, 1500).jpeg().toBuffer();
  const files: Files = {
    'authors/lin.md': anAuthor({ avatar: 'media/lin.jpg' }),
    'articles/spring.md': anArticle(
      { cover: 'media/tea.jpg', coverAlt: '一杯 "茶"', products: ['pot'] },
      '![山 "霧"](media/tea.jpg "題")',
    ),
    'products/pot.md': aProduct({ name: '</script>壺', images: [{ src: 'media/tea.jpg', alt: '壺' }] }),
    'products/cup.md': aProduct({ price: undefined, images: [{ src: 'media/cup.svg', alt: '杯' }] }).replace(
      /^price:.*\n/m,
      '',
    ),
    'media/tea.jpg': photo,
    'media/lin.jpg': await picture(400, 400).jpeg().toBuffer(),
    'media/cup.svg': aDrawing,
  };
  const work = ({ services: { db, config } }: TestSite) =>
    runMediaJobs({
      db,
      store: folderStore(config.dataDir),
      clock: aClockAt('2030-01-01T00:00:00Z'),
      log: silentLog,
    });

  test('offers AVIF only once it is there, and every file that it names is answered with its type', async () => {
    const site = await openSite({ files });
    const markup = async () =>
      (
        await Promise.all(
          ['/', '/articles', '/articles/spring', '/product/info/pot', '/author/lin'].map(
            async (address) => (await request(site.app).get(address).expect(200)).text,
          ),
        )
      ).join('\n');
    const before = await markup();
    expect(before).toContain('image/webp');
    expect(before).not.toContain('image/avif');
    await work(site);
    const after = await markup();
    const sources = [...after.matchAll(/<source type="(image\/\w+)" srcset="([^"]+)"/gi)];
    expect(new Set(sources.map(([, type]) => type))).toEqual(new Set(['image/avif', 'image/webp']));
    const typed = sources.flatMap(([, type = '', set = '']) =>
      addressesIn(set).map((address) => [address, type]),
    );
    const plain = [...after.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, src = '']) => [src, '']);
    const named = new Map([...plain, ...typed].map(([address = '', type = '']) => [address, type]));
    for (const [address, type] of named) {
      if (address.startsWith('data:')) continue;
      const response = await request(site.app).get(address);
      expect.soft(response.status, address).toBe(200);
      expect.soft(response.headers['content-type'], address).toContain(type || 'image/');
      expect.soft(response.headers['cache-control'], address).toContain('immutable');
    }
  });

  test('never names an original, which is not served', async () => {
    const site = await openSite({ files });
    for (const { file } of await site.services.db.read.selectFrom('media').select('file').execute()) {
      if (file.endsWith('.svg')) continue;
      await request(site.app).get(`/media/${file}`).expect(404);
      await request(site.app).get(`/media/../originals/${file}`).expect(404);
    }
  });

  test.for(['/', '/shop/'])('shows a body’s pictures in the same way below %s, as links', async (base) => {
    const { app } = await openSite({ files, env: { BASE_PATH: base } });
    const { body } = await request(app).get(`${base}articles/spring/_payload.json`);
    const html: string = body.data['articles-id'].bodyHtml;
    expect(html).toMatch(
      new RegExp(
        `^<figure><a href="${base}media/[^"]+/1920.jpg" class="enlarge" title="放大圖片" data-reload=""><picture>`,
      ),
    );
    expect(html).toMatch(
      /<source type="image\/webp" srcset="[^"]+ 320w,[^"]+ 1280w" sizes="[^"]+"><img src="[^"]+\.jpg" srcset="[^"]+" sizes="[^"]+" alt="山 &quot;霧&quot;" width="2000" height="1500" loading="lazy" decoding="async"><\/picture><\/a><figcaption>題/,
    );
  });

  test('loads the first at once, and the rest when it comes near', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [
        `products/p${i}.md`,
        aProduct({ images: [{ src: 'media/tea.jpg', alt: `茶${i}` }] }),
      ]),
    );
    const { app } = await openSite({ files: { ...many, 'media/tea.jpg': photo } });
    const { text } = await request(app).get('/');
    const images = [...text.matchAll(/<img[^>]*>/g)].map(([tag]) => tag);
    expect(images.map((tag) => [/loading="eager"/.test(tag), /fetchpriority="high"/i.test(tag)])).toEqual(
      images.map((_, i) => [i < 1, i < 1]),
    );
    for (const tag of images) expect.soft(tag).toMatch(/width="2000" height="1500"/);
    expect(text).not.toContain('style=');
  });

  test('tells other sites what to show, with absolute addresses or none', async () => {
    const site = await openSite({ files, env: { PUBLIC_URL: 'https://tea.example', BASE_PATH: '/shop/' } });
    const meta = async (address: string) => {
      const { text } = await request(site.app).get(`/shop${address}`).expect(200);
      return Object.fromEntries(
        [...text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map((match) =>
          match.slice(1),
        ),
      );
    };
    expect((await meta('/product/info/cup'))['og:image']).toBeUndefined();
    expect((await meta('/product/info/pot'))['og:image']).toMatch(
      /^https:\/\/tea\.example\/shop\/media\/.+\/640\.jpg$/,
    );
    await work(site);
    const article = await meta('/articles/spring');
    expect(article).toMatchObject({
      'og:type': 'article',
      'og:url': 'https://tea.example/shop/articles/spring',
      'og:image': expect.stringMatching(/^https:\/\/tea\.example\/shop\/media\/.+\/card\.jpg$/),
      'og:image:width': '1200',
      'og:image:height': '630',
      'article:published_time': '2026-01-02T00:00:00.000Z',
      'twitter:card': 'summary_large_image',
    });
    const card = await request(site.app)
      .get(new URL(article['og:image'] ?? '').pathname)
      .expect(200);
    expect(await sharp(card.body).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect((await meta('/product/info/cup'))['og:image']).toMatch(/card\.jpg$/);

    const unknown = await openSite({ files });
    const { text } = await request(unknown.app).get('/articles/spring').set('Host', 'evil.example');
    expect(text).not.toMatch(/og:image|og:url|evil\.example/);
  });

  test('tells search engines what it is about', async () => {
    const { app } = await openSite({ files, env: { PUBLIC_URL: 'https://tea.example' } });
    const data = async (address: string) => {
      const { text } = await request(app).get(address).expect(200);
      const json = /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/.exec(text)?.[1];
      return json === undefined ? null : JSON.parse(json)['@graph'];
    };
    expect(await data('/articles/spring')).toMatchObject([
      {
        '@type': 'Article',
        headline: '春茶日記',
        datePublished: '2026-01-02T08:00:00+08:00',
        author: { name: '林知遠', url: 'https://tea.example/author/lin' },
        mainEntityOfPage: 'https://tea.example/articles/spring',
      },
      { '@type': 'BreadcrumbList', itemListElement: [{ name: '文章' }, { name: '春茶日記' }] },
    ]);
    expect(await data('/product/info/pot')).toMatchObject([
      {
        '@type': 'Product',
        name: '</script>壺',
        offers: { price: 680, priceCurrency: 'TWD', availability: 'https://schema.org/InStock' },
      },
      { '@type': 'BreadcrumbList', itemListElement: [{ position: 1 }, { name: '茶葉' }, { position: 3 }] },
    ]);
    expect((await data('/product/info/cup'))[0]).toMatchObject({ '@type': 'ItemPage' });
    expect(await data('/articles')).toBeNull();
    expect(await data('/articles/none').catch(() => null)).toBeNull();
  });
});

function addressesIn(set: string): string[] {
  return set.split(',').map((candidate) => candidate.split(' ')[0] ?? '');
}
