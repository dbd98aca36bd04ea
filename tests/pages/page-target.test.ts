import { expect, test } from 'vitest';
import { createReader } from '#server/freshness/reader.ts';
import { loadPage } from '#server/pages/load/load-page.ts';
import { readTarget } from '#server/pages/page-target.ts';
import { createSiteRouter } from '#server/pages/render/site-router.tsx';
import { openSite } from '../helpers/site.ts';

test('a page and its payload are kept apart, also where there is no such page', async () => {
  const site = await createSiteRouter('/');
  for (const page of ['/', '/product', '/product?page=2', '/nope', '/nope?x=1', '/articles/nope']) {
    const [path = '', query] = page.split('?');
    const payload = `${path.replace(/\/$/, '')}/_payload.json${query ? `?${query}` : ''}`;
    const addresses = [await readTarget(site, page), await readTarget(site, payload)].map(
      ({ address }) => address,
    );
    expect(addresses).toEqual([page, payload]);
  }
});

test('an address for which only the layout matches is a page that is not there', async () => {
  const { services } = await openSite({ files: {} });
  // Which pages' addresses no longer can be: they are refused before.
  const target = await readTarget(await createSiteRouter('/'), '/wp-admin%0a.php');
  const page = await loadPage(target, {
    reader: createReader({ db: services.db.read, now: new Date().toISOString(), basePath: '/' }),
    accounts: services.accounts,
    signedIn: null,
    requestId: 'test',
    deadlineMs: 10_000,
    onError(error) {
      throw error;
    },
  });
  expect(target.context.matches.map(({ route }) => route.id)).toEqual(['layout']);
  expect(page.statusCode).toBe(404);
});

test('the location that a page is rendered at has the query of its one address, and no more', async () => {
  const site = await createSiteRouter('/shop/');
  const searchOf = async (address: string) => (await readTarget(site, address)).context.location.search;
  expect(await searchOf('/shop/product?page=2&utm_source=x')).toBe('?page=2');
  expect(await searchOf('/shop/product/_payload.json?utm_source=x&page=2')).toBe('?page=2');
  expect(await searchOf('/shop/product?sort=recommended&page=1')).toBe('');
  expect(await searchOf('/shop/articles/spring?page=2')).toBe('');
});
