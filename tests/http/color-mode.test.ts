import request from 'supertest';
import { expect, test } from 'vitest';
import { anArticle, anAuthor } from '../helpers/content.ts';
import { openSite } from '../helpers/site.ts';

const files = { 'authors/lin.md': anAuthor(), 'articles/spring.md': anArticle() };

const themeColors: Record<string, string> = { light: '#fff', dark: '#0f172b' };

const choices: [cookie: string, mode: string, scheme: string][] = [
  ['', 'system', 'light dark'],
  ['color-mode=dark', 'dark', 'dark'],
  ['visited=1; color-mode=light; other=2', 'light', 'light'],
  ['color-mode=system', 'system', 'light dark'],
  ['color-mode=purple', 'system', 'light dark'],
  ['color-mode=darker', 'system', 'light dark'],
  ['not-color-mode=dark', 'system', 'light dark'],
  ['color-mode="dark"', 'system', 'light dark'],
];

test.for(choices)('with the cookie “%s” the page is written for %s', async ([cookie, mode, scheme]) => {
  const { app } = await openSite({ files });
  for (const address of ['/articles/spring', '/nope']) {
    const { text, headers } = await request(app).get(address).set({ Cookie: cookie, Accept: 'text/html' });
    expect.soft(text, address).toContain(`data-color-mode="${mode}"`);
    expect.soft(text, address).toContain(`<meta name="color-scheme" content="${scheme}"/>`);
    const [light, dark] = mode === 'system' ? ['#fff', '#0f172b'] : Array(2).fill(themeColors[mode]);
    const theme = (system: string, color: string) =>
      `<meta name="theme-color" media="(prefers-color-scheme:${system})" content="${color}"/>`;
    expect.soft(text, address).toContain(theme('light', light) + theme('dark', dark));
    // Caches revalidate a page with its ETag, which differs by mode: no cookie needs to split a cache.
    expect.soft(headers['cache-control'], address).toContain('must-revalidate');
  }
});

const comesBack: [next: string | undefined, to: string][] = [
  ['/shop/articles/spring?page=2', '/shop/articles/spring?page=2'],
  ['/shop', '/shop/'],
  [undefined, '/shop/'],
  ['', '/shop/'],
  ['/elsewhere', '/shop/'],
  ['//evil.example/', '/shop/'],
  ['/shop/..//evil.example', '/shop/'],
  ['https://evil.example/shop/', '/shop/'],
  ['javascript:alert(1)', '/shop/'],
];

test.for(comesBack)('whoever chooses a colour mode and came from %s is sent to %s', async ([next, to]) => {
  const { app } = await openSite({ env: { BASE_PATH: '/shop/' } });
  const response = await request(app)
    .post('/shop/color-mode')
    .type('form')
    .send({ mode: 'dark', ...(next !== undefined && { next }) });
  expect(response.status).toBe(303);
  expect(response.headers['location']).toBe(to);
  expect(response.headers['set-cookie']).toEqual([
    'color-mode=dark; Path=/shop/; Max-Age=31536000; SameSite=Lax',
  ]);
  expect(response.headers['cache-control']).toBe('no-store');
});

test('to follow the system is to have no cookie', async () => {
  const { app } = await openSite();
  const response = await request(app).post('/color-mode').type('form').send({ mode: 'system', next: '/' });
  expect(response.headers['set-cookie']?.[0]).toContain('Max-Age=0');
});

const refused: [name: string, type: string, body: string, status: number][] = [
  ['no mode', 'form', 'next=/', 400],
  ['an unknown mode', 'form', 'mode=purple', 400],
  ['two modes', 'form', 'mode=dark&mode=light', 400],
  ['nothing', 'form', '', 400],
  ['another type', 'json', '{"mode":"dark"}', 400],
  ['too much', 'form', `mode=dark&next=/${'x'.repeat(17_000)}`, 413],
];

test.for(refused)('a choice of %s is refused and changes nothing', async ([, type, body, status]) => {
  const { app } = await openSite();
  const response = await request(app).post('/color-mode').type(type).send(body);
  expect(response.status).toBe(status);
  expect(response.headers).not.toHaveProperty('set-cookie');
});

test('an address of another host named by its origin is not come back to, the own one is', async () => {
  const { app } = await openSite({ env: { PUBLIC_URL: 'https://www.example.com' } });
  const next = 'https://www.example.com/articles';
  const response = await request(app).post('/color-mode').type('form').send({ mode: 'light', next });
  expect(response.headers['location']).toBe('/articles');
});

const pagesWithAQuery: [address: string, back: string][] = [
  ['/login?email=me%40tea.example&password=hunter2', '/login'],
  [
    '/login?password=hunter2&next=%2Farticles&notice=account-deleted',
    '/login?next=%2Farticles&amp;notice=account-deleted',
  ],
  ['/articles/spring?password=hunter2', '/articles/spring'],
  ['/articles?token=hunter2&page=1', '/articles'],
  ['/product?password=hunter2&sort=price-asc', '/product?sort=price-asc'],
];

test.for(pagesWithAQuery)('the way back from %s is %s', async ([address, back]) => {
  const { app } = await openSite({ files });
  const { text } = await request(app).get(address).set('Accept', 'text/html').expect(200);
  expect(text).toContain(`name="next" value="${back}"`);
  expect(text).not.toContain('hunter2');
});

test('a form that was refused keeps what stood in its address to itself', async () => {
  const { app } = await openSite({ files });
  const refused = await request(app)
    .post('/login?password=hunter2')
    .set('Accept', 'text/html')
    .type('form')
    .send({ email: 'me@tea.example', password: 'hunter3' });
  expect(refused.status).toBe(422);
  expect(refused.text).not.toMatch(/hunter[23]/);
});
