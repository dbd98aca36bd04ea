import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';

declare global {
  interface Window {
    shared: ShareData[];
    copied: string[];
  }
}

/** How the device's own sharing ends, and whether it may be copied instead. */
interface Device {
  sharing: 'missing' | 'done' | 'AbortError' | 'NotAllowedError';
  mayCopy: boolean;
}

const address = '/articles/water-temperature';

describeInChromium('sharing a page', (browser) => {
  const site = sampleSite;

  async function share(device: Device, name: '分享' | '複製連結'): Promise<Page> {
    const { page } = await openBuiltPage(browser(), `${address}?utm_source=mail`, {
      site: site(),
      prepare: (opened) => opened.addInitScript(pretend, device),
    });
    await page.getByRole('button', { name }).click();
    return page;
  }

  const rows: [device: Device, isShared: boolean, isCopied: boolean, told: string | null][] = [
    [{ sharing: 'done', mayCopy: true }, true, false, null],
    [{ sharing: 'AbortError', mayCopy: true }, true, false, null],
    [{ sharing: 'NotAllowedError', mayCopy: true }, true, true, '已複製連結'],
    [{ sharing: 'NotAllowedError', mayCopy: false }, true, false, '無法複製連結'],
  ];

  test('a device without its own way offers only to copy the address', async () => {
    const page = await share({ sharing: 'missing', mayCopy: true }, '複製連結');
    await page.getByRole('listitem').filter({ hasText: '已複製連結' }).waitFor();
    expect(await page.evaluate(() => window.copied)).toEqual([site().origin + address]);
    expect(await page.getByRole('button', { name: '分享' }).count()).toBe(0);
  });

  test('copying puts the address where it can be pasted, says so, and violates nothing', async () => {
    const { page, complaints } = await openBuiltPage(browser(), `${address}?utm_source=mail#x`, {
      site: site(),
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    await page.getByRole('button', { name: '複製連結' }).click();
    await page.getByRole('listitem').filter({ hasText: '已複製連結' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site().origin + address);
    expect(complaints).toEqual([]);
  });

  test('the number of a product is copied by keyboard, and the page says so', async () => {
    const { page, complaints } = await openBuiltPage(browser(), '/product/info/zhuni-teapot-150ml', {
      site: site(),
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    const number = await page.locator('main .select-all').first().innerText();
    await page.getByRole('button', { name: '複製貨號' }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('listitem')
      .filter({ hasText: `已複製「${number}」` })
      .waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
    expect(complaints).toEqual([]);
  });

  test('LINE opens with a message on a telephone, and with its code beside a mouse', async () => {
    for (const [context, path] of [
      [{ hasTouch: true, isMobile: true }, '/R/oaMessage/%40qingye/'],
      [{}, '/R/ti/p/%40qingye'],
    ] as const) {
      const address = '/product/info/zhuni-teapot-150ml';
      const { page } = await openBuiltPage(browser(), address, { site: site(), context });
      const link = page.getByRole('link', { name: '用 LINE 詢問' });
      expect(new URL((await link.getAttribute('href')) ?? '').pathname).toBe(path);
    }
  });

  test('other places are links with the whole address, and need no script', async () => {
    const env = { PUBLIC_URL: 'https://tea.example' };
    const { page } = await openBuiltPage(browser(), `${address}?utm_source=mail`, {
      env,
      context: { javaScriptEnabled: false },
      until: 'loaded',
    });
    const url = encodeURIComponent(`https://tea.example${address}`);
    const links = page.getByRole('list', { name: '分享' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['LINE', 'Facebook', 'Threads']);
    for (const link of await links.all())
      expect(await link.getAttribute('href')).toMatch(new RegExp(`=${url}$`));
  });

  test.for(rows)('on a device with %o', async ([device, isShared, isCopied, told]) => {
    const page = await share(device, '分享');
    const url = site().origin + address;
    const toast = page.getByRole('listitem').filter({ hasText: /連結/ });
    if (told !== null) await toast.filter({ hasText: told }).waitFor();
    await expect
      .poll(() => page.evaluate(() => window.shared))
      .toEqual(isShared ? [{ title: '水溫這件事', url }] : []);
    expect(await page.evaluate(() => window.copied)).toEqual(isCopied ? [url] : []);
    expect(await toast.count()).toBe(told === null ? 0 : 1);
    // An address that could not be copied is shown, to be copied by hand.
    if (told === '無法複製連結') expect(await toast.innerText()).toContain(url);
  });
});

function pretend({ sharing, mayCopy }: Device): void {
  window.shared = [];
  window.copied = [];
  const refuse = (name: string) => Promise.reject(new DOMException('refused', name));
  const clipboard = {
    writeText(text: string) {
      if (!mayCopy) return refuse('NotAllowedError');
      window.copied.push(text);
      return Promise.resolve();
    },
  };
  Object.defineProperty(navigator, 'clipboard', { value: clipboard });
  if (sharing === 'missing') return;
  const share = (data: ShareData) => {
    window.shared.push(data);
    return sharing === 'done' ? Promise.resolve() : refuse(sharing);
  };
  Object.defineProperty(navigator, 'share', { value: share });
}
