import request, { type Response } from 'supertest';
import { describe, expect, test } from 'vitest';
import { anAccount, get, signedIn } from '../helpers/accounts.ts';
import { aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { aDraft } from '../helpers/drafts.ts';
import { openEditedSite } from '../helpers/edited-site.ts';

const friday = '2026-12-04T20:00:00+08:00';
const sale = { salePrice: 500, salePriceFrom: friday, salePriceUntil: '2026-12-05T00:00:00+08:00' };
const files = {
  'products/sale.md': aProduct({ category: '週五', ...sale }),
  'products/soon.md': aProduct({
    ...{ category: '週五', price: 90, availability: 'coming_soon', availableFrom: friday },
  }),
  'products/later.md': aProduct({ category: '週五', price: 600, publishedAt: friday }),
};

describe.for(engines)('on %s', (engine) => {
  test('a preview shows prices, availability, scheduled entries and orders of its moment', async () => {
    const { app, db, cookie, import: bring } = await openEditedSite({ engine });
    await bring(files);
    await aDraft(db, 'products/p1', aProduct({ category: '週五', price: 700, ...sale, salePrice: 10 }));
    const read = async (at: string, path: string) =>
      (await get(app, `/edit/preview/all/${at}${path}`, cookie)).text.replace(/^[^]*<main/, '');
    const cards = async (at: string) => {
      const text = await read(at, encodeURI('/product?category=週五&sort=price-asc'));
      return [...new Set(Array.from(text.matchAll(/product\/info\/(\w+)"/g), ([, id]) => id))];
    };
    expect(await cards('now')).toEqual(['soon', 'sale', 'p1']);
    expect(await cards('2026-12-04T1959')).toEqual(['soon', 'sale', 'p1']);
    expect(await cards('2026-12-04T2000')).toEqual(['p1', 'soon', 'sale', 'later']);
    expect(await cards('2026-12-05T0000')).toEqual(['soon', 'later', 'sale', 'p1']);

    expect(await read('2026-12-04T1959', '/product/info/sale')).not.toContain('NT$500');
    expect(await read('2026-12-04T2000', '/product/info/sale')).toMatch(/NT\$500[^]*<del[^]*NT\$680/);
    expect(await read('2026-12-05T0000', '/product/info/sale')).not.toContain('NT$500');
    expect(await read('2026-12-04T1959', '/product/info/soon')).toContain('即將推出');
    expect(await read('2026-12-04T2000', '/product/info/soon')).toContain('有現貨');
    expect((await get(app, '/edit/preview/all/2026-12-04T1959/product/info/later', cookie)).status).toBe(404);
    expect((await get(app, '/edit/preview/all/2026-12-04T2000/product/info/later', cookie)).status).toBe(200);
    // Visitors still see what is true now.
    expect((await get(app, '/product/info/sale')).text).not.toContain('NT$500');
  });
});

test('a preview orders a list by the prices of a large sale', async () => {
  const { app, cookie, import: bring } = await openEditedSite();
  const count = 250;
  const idOf = (n: number) => `s${String(n).padStart(3, '0')}`;
  const prices = (n: number) => ({ price: 1001 + n, ...sale, salePrice: 1000 - n });
  await bring(
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [
        `products/${idOf(n)}.md`,
        aProduct({ category: '大特價', ...prices(n) }),
      ]),
    ),
  );
  const first = async (at: string) => {
    const list = `/edit/preview/all/${at}${encodeURI('/product?category=大特價&sort=price-asc')}`;
    return /product\/info\/(\w+)"/.exec((await get(app, list, cookie)).text)?.[1];
  };
  expect(await first('2026-12-04T1959')).toBe(idOf(0));
  expect(await first('2026-12-04T2000')).toBe(idOf(count - 1));
});

test.for([{ base: '/' }, { base: '/shop/' }])(
  'its form leads to the same page below $base',
  async ({ base }) => {
    const { app, cookie } = await openEditedSite({ env: { BASE_PATH: base } });
    const leadsTo = async (at: string, from = '') => {
      const answer = await choose(
        { app, cookie },
        `${base}edit/preview/all?at=${encodeURIComponent(at)}`,
        from,
      );
      expect(answer.status).toBe(303);
      return answer.headers['location'];
    };
    const list = `product?category=${encodeURIComponent('茶葉')}&page=2`;
    const of = (at: string, path = '') => `${base}edit/preview/all/${at}/${path}`;
    expect(await leadsTo('2026-12-04T20:00', of('now', list))).toBe(of('2026-12-04T2000', list));
    expect(await leadsTo('2026/12/4 下午 8:00', of('2026-12-01T0800', 'articles'))).toBe(
      of('2026-12-04T2000', 'articles'),
    );
    expect(await leadsTo('', of('2026-12-04T2000', list))).toBe(of('now', list));
    expect(await leadsTo('2026-12-04', `${base}edit`)).toBe(of('2026-12-04T0000'));
    expect(await leadsTo('2026-12-04', `${base}edit/preview/another/now/articles`)).toBe(
      of('2026-12-04T0000', 'articles'),
    );
    expect(await leadsTo('2026-12-04', `${base}edit/preview/another/now`)).toBe(of('2026-12-04T0000'));
    // The minute that has just begun is no past one.
    expect(await leadsTo('2026-11-22 08:00')).toBe(of('2026-11-22T0800'));
    const page = (await get(app, of('2026-12-04T2000', list), cookie)).text;
    const banner = /<aside.*<\/aside>(?=<\/body>)/.exec(page)?.[0] ?? '';
    expect(banner).toContain('時間：2026年12月4日 20:00（台北時間）');
    expect(banner).toContain('value="2026-12-04T20:00"');
    expect(banner).toContain(`<form action="${base}edit/preview/all"><button value="" name="at">回到現在`);
    expect((await get(app, of('now', list), cookie)).text).not.toContain('回到現在');
    expect((await get(app, `${base}edit`, cookie)).text).toContain(`action="${base}edit/preview/all"`);
  },
);

test.for([
  ['星期五', '看不懂這個時間。請寫成 2026-12-04 20:00。'],
  ['2026-02-30T20:00', '看不懂這個時間'],
  ['0012-12-04T20:00', '看不懂'],
  ['2026-11-22T07:59', '2026年11月22日 07:59 已經過了'],
  ['9'.repeat(61), '看不懂'],
])('a time such as %s is answered with a sentence, and stays there', async ([typed = '', sentence = '']) => {
  const { app, cookie } = await openEditedSite();
  const address = `/edit/preview/all?at=${encodeURIComponent(typed)}`;
  const refused = await choose({ app, cookie }, address, '/edit/preview/all/now/articles?page=2');
  expect(refused.status).toBe(422);
  expect(refused.text).toContain(sentence);
  expect(refused.text).toContain(`value="${typed}"`);
  expect(refused.text).toContain('name="path" value="/articles?page=2"');
  const again = await choose({ app, cookie }, '/edit/preview/all?at=&path=%2Farticles%3Fpage%3D2', address);
  expect(again.headers['location']).toBe('/edit/preview/all/now/articles?page=2');
});

test('it leads nowhere else, and nobody but editors anywhere', async () => {
  const { app, db, cookie } = await openEditedSite();
  const leadsTo = async (query: string) =>
    (await get(app, `/edit/preview/all?${query}`, cookie)).headers['location'];
  expect(await leadsTo('path=https://tea.example/')).toBe('/edit/preview/all/now/');
  expect(await leadsTo('path=//tea.example/')).toBe('/edit/preview/all/now//tea.example/');
  expect((await get(app, '/edit/preview/%20?at=', cookie)).status).toBe(404);
  await anAccount(db, { email: 'reader@example.com', role: 'reader' });
  for (const who of ['', await signedIn(app, 'reader@example.com')])
    expect((await get(app, '/edit/preview/all?at=', who)).status).toBe(404);
});

async function choose(
  { app, cookie }: { app: Parameters<typeof request>[0]; cookie: string },
  address: string,
  from: string,
): Promise<Response> {
  return request(app)
    .get(address)
    .set({
      Cookie: cookie,
      Accept: 'text/html',
      ...(from !== '' && { Referer: `http://tea.example${from}` }),
    });
}
