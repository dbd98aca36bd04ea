import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import express, { type Express } from 'express';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { anIconService, knowing, sending } from '../helpers/icon-service.ts';
import { openSite } from '../helpers/site.ts';
import { openWatchedPage } from '../helpers/watched-page.ts';

const base = '/shop/api/_nuxt_icon';

describeInChromium('Iconify’s own client in a browser', (browser) => {
  async function openPageWith(icons: readonly string[], iconApiUrl = '') {
    const { app } = await openSite({ env: { BASE_PATH: '/shop/', ICON_API_URL: iconApiUrl } });
    const origin = await listen(withIconPage(app, icons));
    const watched = await openWatchedPage(await browser().newContext(), origin);
    await watched.page.goto(`${origin}/icons`);
    const asked = () => watched.drainRequests().filter((address) => address.startsWith(base));
    return { ...watched, asked };
  }

  test('gets installed icons, aliases too, with one request for each collection', async () => {
    const { page, complaints, asked } = await openPageWith([
      'lucide:sun',
      'lucide:activity-square',
      'lucide:sun',
      'simple-icons:github',
    ]);
    await expect.poll(() => drawings(page)).toEqual(['drawn', 'drawn', 'drawn', 'drawn']);
    expect(asked().sort()).toEqual([
      `${base}/lucide.json?icons=activity-square%2Csun`,
      `${base}/simple-icons.json?icons=github`,
    ]);
    expect(complaints).toEqual([]);
  });

  test('draws what it gets, in its size', async () => {
    const { page } = await openPageWith(['lucide:sun']);
    await expect.poll(() => drawings(page)).toEqual(['drawn']);
    const icon = page.locator('iconify-icon svg');
    expect(await icon.getAttribute('viewBox')).toBe('0 0 24 24');
    const { width = 0, height = 0 } = (await icon.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(10);
    expect(height).toBe(width);
  });

  test('draws the others when one is missing, and asks nobody else', async () => {
    const { page, complaints } = await openPageWith(['lucide:sun', 'lucide:no-such-icon', 'tabler:square']);
    await expect.poll(() => drawings(page)).toEqual(['drawn', 'empty', 'empty']);
    expect(complaints.filter((complaint) => complaint.includes('left the site'))).toEqual([]);
  });

  test('gets icons of the icon service from the site, again when the service is well again', async () => {
    const service = await anIconService(sending(500, ''));
    const { page, complaints } = await openPageWith(['tabler:square', 'lucide:sun'], service.url);
    await expect.poll(() => drawings(page)).toEqual(['empty', 'drawn']);
    await expect.poll(() => complaints.join()).toContain('status 502');

    service.answer = knowing({ tabler: { square: '<path d="M1 1h8v8H1z"/>' } });
    await page.reload();
    await expect.poll(() => drawings(page)).toEqual(['drawn', 'drawn']);
    expect(complaints.filter((complaint) => complaint.includes('left the site'))).toEqual([]);
  });
});

/** Current state of each icon on the page. */
function drawings(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('iconify-icon')].map((icon) =>
      icon.shadowRoot?.querySelector('svg')?.innerHTML ? 'drawn' : 'empty',
    ),
  );
}

/**
 * The whole site, and on its origin a page that uses the client as any other site would. The client comes last, so
 * that it finds all icons at once: one that runs earlier asks for as many as the parser has reached.
 */
function withIconPage(site: Express, icons: readonly string[]): Express {
  const outer = express();
  outer.get('/icons', (_request, response) => {
    const elements = icons.map((icon) => `<iconify-icon icon="${icon}"></iconify-icon>`).join('');
    response
      .type('html')
      .send(
        `<!doctype html><link rel="icon" href="data:,">${elements}<script src="/settings.js"></script><script src="/client.js"></script>`,
      );
  });
  outer.get('/settings.js', (_request, response) => {
    response
      .type('js')
      .send(`IconifyProviders = { '': { resources: [location.origin], path: '${base}/' } };`);
  });
  outer.get('/client.js', (_request, response) => {
    response.sendFile(fileURLToPath(import.meta.resolve('iconify-icon/dist/iconify-icon.min.js')));
  });
  return outer.use(site);
}

async function listen(app: Express): Promise<string> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
