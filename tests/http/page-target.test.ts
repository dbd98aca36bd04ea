import { expect, test } from 'vitest';
import { createReader } from '#server/freshness/reader.ts';
import { loadPage } from '#server/pages/load-page.ts';
import { readTarget } from '#server/pages/page-target.ts';
import { createSiteRouter } from '#server/pages/site-router.tsx';
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
