import { describe, expect, test } from 'vitest';
import { hasNginx, openCachingNginx } from '#scripts/tools/servers/open-nginx.ts';
import { anAccount, signedIn } from '../helpers/accounts.ts';
import { aProduct } from '../helpers/content.ts';
import { openEdgeSite } from '../helpers/edge-site.ts';
import { files } from '../helpers/stored-pages.ts';

describe.runIf(hasNginx)('behind nginx', () => {
  test('a page is asked about again when its time is over', async () => {
    const edge = await openEdgeSite(openCachingNginx, { files });
    const { headers } = await edge.ask('/product');
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(headers).not.toHaveProperty('surrogate-key');
    // Nothing of it reaches the site while it is kept, which is for a second.
    const isKept = async () => {
      const before = edge.reached.length;
      const { headers: again } = await edge.ask('/product');
      return again['x-cache-status'] === 'HIT' && edge.reached.length === before;
    };
    await expect.poll(isKept).toBe(true);
    expect((await edge.ask('/product', { 'If-None-Match': String(headers['etag']) })).status).toBe(304);
    await edge.site.import({ 'products/baozhong.md': aProduct({ name: '凍頂烏龍' }) });
    await expect.poll(async () => (await edge.ask('/product')).body).toContain('凍頂烏龍');
  });

  test('colour modes, codings and sessions are kept apart', async () => {
    const edge = await openEdgeSite(openCachingNginx, { files, env: { CDN_MAX_AGE: '3600' } });
    const modeOf = async (cookie: string) =>
      /data-color-mode="(\w+)"/.exec((await edge.ask('/product', { Cookie: cookie })).body)?.[1] ?? 'system';
    for (let n = 0; n < 2; n += 1) {
      expect(await modeOf('a=b')).toBe('system');
      expect(await modeOf('a=b; color-mode=dark')).toBe('dark');
      expect(await modeOf('color-mode=light; color-mode=dark')).toBe('light');
      expect(await modeOf('color-mode=dark; color-mode=light')).toBe('dark');
      expect(await modeOf('color-mode=purple; color-mode=dark')).toBe('system');
      expect(await modeOf('a=b;\u00a0color-mode=dark')).toBe('system');
      expect(await modeOf('color-mode=purple')).toBe('system');
    }
    for (const [accepted, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { headers } = await edge.ask('/product', { 'Accept-Encoding': accepted });
      expect.soft(headers['content-encoding'], accepted).toBe(coding);
    }
    await anAccount(edge.site.services.db, { name: '林先生' });
    const cookie = await signedIn(edge.site.app);
    expect((await edge.ask('/articles/spring', { Cookie: cookie })).body).toContain('林先生');
    expect((await edge.ask('/articles/spring')).body).not.toContain('林先生');
    expect((await edge.ask('/articles/spring', { Cookie: cookie })).body).toContain('林先生');
  });

  test('an error has the form that fits whoever asks', async () => {
    const edge = await openEdgeSite(openCachingNginx, { files, env: { CDN_MAX_AGE: '3600' } });
    for (let n = 0; n < 2; n += 1) {
      expect((await edge.ask('/articles/none')).headers['content-type']).toContain('text/html');
      const json = await edge.ask('/articles/none', { Accept: 'application/json' });
      expect(json.headers['content-type']).toContain('problem+json');
      const crawler = await edge.ask('/articles/none', { 'User-Agent': 'Googlebot/2.1' });
      expect(crawler.headers['content-type']).toContain('text/plain');
    }
    expect(edge.reached.length).toBe(5);
  });

  test('while the site is away, what was kept is sent', async () => {
    const edge = await openEdgeSite(openCachingNginx, { files });
    await edge.ask('/product');
    await edge.stopSite();
    const statuses = new Set<number>();
    const isOver = async () => {
      const { status, headers } = await edge.ask('/product');
      statuses.add(status);
      return headers['x-cache-status'] !== 'HIT';
    };
    await expect.poll(isOver).toBe(true);
    // Also once it is known that the site is away.
    expect(await isOver()).toBe(true);
    expect(statuses).toEqual(new Set([200]));
    expect((await edge.ask('/articles/spring')).status).toBe(502);
  });
});
