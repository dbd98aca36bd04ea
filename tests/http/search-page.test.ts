import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openSite, type TestSite } from '../helpers/site.ts';

const files: Files = {
  'authors/lin.md': anAuthor({ name: '林知遠' }, '在坪林種包種茶的人。'),
  'authors/chen.md': anAuthor({ name: '陳雨芳' }),
  'articles/spring.md': anArticle({ title: '春茶日記', tags: ['坪林', '製茶'] }, '今年的包種茶很香。'),
  'articles/oolong.md': anArticle(
    { title: '烏龍茶的火', author: 'chen', tags: ['製茶'], publishedAt: '2026-01-05T08:00:00+08:00' },
    '焙火三次。',
  ),
  'articles/draft.md': anArticle({ title: '烏龍茶的草稿', status: 'draft' }),
  'products/baozhong.md': aProduct({ summary: '清香的條形茶' }),
  'products/gaiwan.md': aProduct({ name: '茶碗', category: '茶器', price: 1200, availability: 'sold_out' }),
  'products/letter.md': aProduct({ name: '信紙', category: '紙品', price: 90 }),
  'pages/about.md': aPage({ title: '關於我們' }, '一間賣包種茶的小舖。'),
};

/** Escapes as they stand are sent as they stand. */
const escaped = (address: string) => address.replace(/[^\x21-\x7e]|["<>\\^]/gu, encodeURIComponent);

const get = ({ app }: Pick<TestSite, 'app'>, address: string) =>
  request(app).get(escaped(address)).set('Accept', 'text/html');

/** Readable part of the page, without the data for the script. */
const shownIn = (text: string) => /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '';

describe.for(engines)('on %s', (engine) => {
  test('a search shows what it found of each kind, with its marks', async () => {
    const site = await openSite({ engine, files });
    const { text } = await get(site, '/search?q=包種').expect(200);
    const shown = shownIn(text);
    expect(shown).toContain('<h1 class="page-title">搜尋「包種」</h1>');
    expect(shown).toContain('文山<mark>包種</mark>茶');
    expect(shown).toContain('今年的<mark>包種</mark>茶很香');
    expect(shown).toContain('在坪林種<mark>包種</mark>茶的人');
    expect(shown).toContain('一間賣<mark>包種</mark>茶的小舖');
    for (const tab of ['全部 4', '文章 1', '商品 1', '作者 1', '頁面 1'])
      expect.soft(shown, tab).toContain(`>${tab}</a>`);
  });

  test('a price is understood as people write it, and what is none is told', async () => {
    const site = await openSite({ engine, files });
    const typed = 'q=茶&kind=products&min=ＮＴ＄1,300&max=1,000元';
    const own = `q=${encodeURIComponent('茶')}&kind=products&min=1000&max=1300`;
    const { headers } = await get(site, `/search?${typed}`).expect(308);
    expect(headers['location']).toBe(`/search?${own}`);
    const payload = await request(site.app)
      .get(escaped(`/search/_payload.json?${typed}`))
      .expect(308);
    expect(payload.headers['location']).toBe(`/search/_payload.json?${own}`);
    // Empty prices are those of a form that nobody has filled in.
    await get(site, '/search?q=茶&kind=products&min=&max=').expect(200);
    const found = shownIn((await get(site, `/search?${own}`).expect(200)).text);
    expect(found).toContain('共 1 筆');
    expect(found).toContain('aria-label="取消「NT$1,000 到 NT$1,300」"');
    expect(found).not.toContain('看不懂');
    const told = shownIn((await get(site, '/search?q=茶&kind=products&min=500&max=一千元')).text);
    expect(told).toContain('共 2 筆');
    expect(told).toContain('看不懂價格「一千元」，沒有用它篩選。請填整數，例如 1280 或 1,280。');
    expect(told).toContain('name="max" value="一千元"');
    expect(told).toContain('aria-invalid="true" aria-label="最高價" aria-describedby="unread-prices"');
    // Open on a phone, too, where filters are closed.
    expect(told).toMatch(/<details class="filters" open="">.*id="unread-prices".*<\/details>/s);
    const nothing = shownIn((await get(site, '/search?q=茶&kind=products&min=5000&max=一千元')).text);
    expect(nothing.match(/看不懂價格「一千元」/g)).toHaveLength(1);
    expect(told).toContain('aria-label="取消「NT$500 以上」"');
  });

  test('one kind has its facets, filters that can be taken away, and sorts', async () => {
    const site = await openSite({ engine, files });
    const all = shownIn((await get(site, '/search?q=茶&kind=products')).text);
    expect(all).toContain('共 2 筆');
    expect(all).toMatch(/href="[^"]*category=%E8%8C%B6%E5%99%A8[^"]*"[^>]*><span>茶器<\/span><span[^>]*>1</);
    const few = shownIn((await get(site, '/search?q=茶&kind=products&category=茶器&min=500')).text);
    expect(few).toContain('共 1 筆');
    expect(few).toContain('aria-label="取消「茶器」"');
    expect(few).toContain('aria-label="取消「NT$500 以上」"');
    const names = async (address: string) =>
      (await request(site.app).get(escaped(address))).body.data.search.found.hits.products
        .map(({ card }: { card: { name: string } }) => card.name)
        .join();
    expect(await names('/search/_payload.json?q=茶&kind=products&sort=cheapest')).toBe('文山包種茶,茶碗');
    expect(await names('/search/_payload.json?q=茶&kind=products&sort=dearest')).toBe('茶碗,文山包種茶');
  });

  test('an author is named in facet and filter, not by the id', async () => {
    const site = await openSite({ engine, files });
    const all = shownIn((await get(site, '/search?q=茶&kind=articles')).text);
    expect(all).toContain('<span>陳雨芳</span>');
    const few = shownIn((await get(site, '/search?q=茶&kind=articles&author=chen')).text);
    expect(few).toContain('aria-label="取消「陳雨芳」"');
    expect(few).toContain('的火');
    expect(few).not.toContain('春<mark>');
  });

  test('what is missing is said, with names that sound alike and the way on', async () => {
    const site = await openSite({ engine, files });
    const shown = shownIn((await get(site, '/search?q=烏隆茶')).text);
    expect(shown).toContain('找不到「烏隆茶」，要找的是');
    expect(shown).toMatch(/href="\/search\?q=[^"]+"[^>]*>「烏龍茶的火」/);
    expect(shown).toContain('aria-label="商品分類"');
    const filtered = shownIn((await get(site, '/search?q=包種&kind=products&category=紙品')).text);
    expect(filtered).toContain('在目前的篩選下，商品裡找不到「包種」。');
    expect(filtered).toContain('aria-label="取消「紙品」"');
    const elsewhere = shownIn((await get(site, '/search?q=小舖&kind=products')).text);
    expect(elsewhere).toContain('商品裡找不到「小舖」。');
    expect(elsewhere).toContain('看看其他種類');
  });

  test('suggestions are titles, tags and categories that have the words', async () => {
    const site = await openSite({ engine, files });
    const suggest = async (q: string) => {
      const { body } = await get(site, `/search/suggestions.json?q=${q}`).expect(200);
      return body.suggestions.map(
        ({ kind, title, path }: { kind: string; title: string[]; path: string }) =>
          `${kind} ${title.join('|')} ${decodeURIComponent(path)}`,
      );
    };
    expect(await suggest('烏龍')).toEqual(['article |烏龍|茶的火 /articles/oolong']);
    expect(await suggest('茶器')).toContain('category |茶器 /product?category=茶器');
    expect((await suggest('製茶'))[0]).toMatch(/^tag \|製茶 /);
    // In the text alone.
    expect(await suggest('焙火')).toEqual([]);
    expect(await suggest('')).toEqual([]);
  });
});

test('nothing to look for shows what is new, and the categories', async () => {
  const site = await openSite({ files });
  for (const address of ['/search', '/search?q=', '/search?q=%20%00', '/search?q=！？']) {
    const { text } = await get(site, address).expect(200);
    expect.soft(shownIn(text), address).toContain('最新文章');
    expect.soft(shownIn(text), address).toContain('href="/product?category=%E8%8C%B6%E5%99%A8"');
  }
});

test('nobody keeps a search, and nobody is to find its page', async () => {
  const site = await openSite({ files, env: { PUBLIC_URL: 'https://tea.example' } });
  for (let visit = 0; visit < 3; visit += 1) {
    const { headers, text } = await get(site, '/search?q=包種&page=3&utm_source=x').expect(200);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['server-timing']).toBe('store;desc=miss');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).not.toContain('rel="canonical"');
    expect(text).not.toContain('utm_source');
  }
  const payload = await request(site.app).get('/search/_payload.json?q=x').expect(200);
  expect(payload.headers['cache-control']).toBe('private, no-cache');
});

test('what was published a moment ago is found at once', async () => {
  const site = await openSite({ files });
  expect(shownIn((await get(site, '/search?q=白毫')).text)).toContain('找不到「白毫」');
  await site.import({ 'products/white.md': aProduct({ name: '白毫烏龍' }) });
  expect(shownIn((await get(site, '/search?q=白毫')).text)).toContain('<mark>白毫</mark>烏龍');
});

test('a page past the end is not there', async () => {
  const site = await openSite({ files });
  await get(site, '/search?q=茶&kind=products&page=2').expect(404);
  await request(site.app).get(escaped('/search/_payload.json?q=茶&kind=products&page=2')).expect(404);
});

const hostile: [what: string, q: string, status: number][] = [
  ['markup', '<script>alert(1)</script>"\'><img src=x>', 200],
  ['signs', '%25_\\"\'*^:()', 200],
  ['emoji', '🍵👩‍🌾', 200],
  ['a NUL', '茶%00葉', 200],
  ['escapes that are no text', '%E0%A4', 200],
  ['half a character', '%ED%A0%80', 200],
  ['500 characters', 'a'.repeat(500), 200],
  ['10,000 characters', 'a'.repeat(10_000), 414],
];

test.for(hostile)('%s in a search is a text like any other', async ([, q, status]) => {
  const { app } = await openSite({ files });
  const encoded = q.includes('%') ? escaped(q) : encodeURIComponent(q);
  for (const address of [`/search?q=${encoded}`, `/search/suggestions.json?q=${encoded}`]) {
    const response = await request(app).get(address).set('Accept', 'text/html');
    expect.soft(response.status, address.slice(0, 60)).toBe(status);
    expect.soft(response.text).not.toMatch(/<script>alert|<img src=x/);
  }
});

test('what was left out of a long text is said', async () => {
  const site = await openSite({ files });
  const { text } = await get(site, `/search?q=${'茶'.repeat(100)}${'餅'.repeat(20)}`).expect(200);
  expect(shownIn(text)).toContain(`沒有搜尋「${'餅'.repeat(20)}」`);
});

test('under a base path every link of a search has it', async () => {
  const site = await openSite({ files, env: { BASE_PATH: '/shop/' } });
  const { text } = await get(site, '/shop/search?q=茶&kind=products').expect(200);
  const links = [...text.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, address]) => address);
  expect(links.filter((address) => !address?.startsWith('/shop/'))).toEqual([]);
  await get(site, '/shop/search/suggestions.json?q=茶').expect(200);
});

test('a missing page and an empty list offer a search', async () => {
  const article = { 'authors/lin.md': anAuthor(), 'articles/spring.md': anArticle() };
  for (const [address, status, files] of [
    ['/nope', 404, article],
    ['/product', 200, article],
    ['/articles', 200, { 'products/pot.md': aProduct() }],
  ] as const) {
    const site = await openSite({ files });
    const { text } = await get(site, address).expect(status);
    expect.soft(shownIn(text), address).toMatch(/<form role="search"[^>]* action="\/search"/);
  }
});
