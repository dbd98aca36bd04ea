import { expect, test } from 'vitest';
import { letPageRun, untilDrawn, untilLive, type SmokePage } from './smoke-browser.ts';
import type { Visit } from './visit.ts';

const product = '/product/info/zhuni-teapot-150ml';

/** Tests of the visitor's place on a page after coming back. */
export function placeTests(visit: Visit): void {
  test('a click on a card shows its page with the focus on the heading, and Back the list where it was', async () => {
    const { page, proxy } = await visit('/articles');
    const card = await page.evaluate(scrollToCard);
    await page.click(`main h2 a[href="${card.href}"]`);
    await expect.poll(() => page.evaluate(() => document.querySelector('h1')?.textContent)).toBe(card.title);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(card.title);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.back();
    await expect.poll(() => page.evaluate(() => document.querySelector('h1')?.textContent)).toBe('文章');
    await expectToStayAt(page, card.scrollY);
    expect(proxy.documents).toEqual(['GET /articles']);
  });

  test('Back from a footnote leads to where it was referred to', async () => {
    const { page } = await visit('/articles/gongfu-tea-at-home');
    const place = await page.evaluate(scrollToFootnoteReference);
    await untilDrawn(page);
    await page.click('.footnote-ref a');
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#fn/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place + 1000);
    await page.back();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
    await expectToStayAt(page, place);
  });

  test('the head of a table of products stays in sight', async () => {
    const { page } = await visit('/product?category=parts');
    const distance = await page.evaluate(distanceOfHeads);
    expect(distance).toBeGreaterThan(-2);
    expect(distance).toBeLessThan(100);
  });

  test('a page that the browser has kept is live, and where it was', async () => {
    const { page, proxy } = await visit(product);
    await page.evaluate(() => window.scrollTo(0, 400));
    // A page that still waits for something is not kept.
    const isQuiet = async () => {
      const { length } = proxy.files;
      await letPageRun(page);
      return proxy.isIdle() && proxy.files.length === length;
    };
    await expect.poll(isQuiet).toBe(true);
    await page.evaluate(() => location.assign('/articles'));
    await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/articles');
    await untilLive(page);
    await page.back();
    await expect.poll(() => page.evaluate(() => location.pathname)).toBe(product);
    await expect.poll(() => page.evaluate(() => window.wasKept)).toBe(true);
    await expectToStayAt(page, 400);
    await page.click('header a[href="/articles"]');
    await expect.poll(() => page.evaluate(() => document.querySelector('h1')?.textContent)).toBe('文章');
    expect(proxy.documents).toEqual([`GET ${product}`, 'GET /articles']);
  });
}

/** Also after the browser, the router and the page have each had their turn. */
async function expectToStayAt(page: SmokePage, place: number): Promise<void> {
  const distance = async () => Math.abs((await page.evaluate(() => window.scrollY)) - place);
  await expect.poll(distance).toBeLessThan(50);
  await letPageRun(page);
  expect(await distance()).toBeLessThan(50);
}

// The functions below run in the page.

/** Far down in the list. Resolves to a card that can be seen whole. */
function scrollToCard() {
  window.scrollTo(0, 700);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main h2 a')];
  const card = links.find((link) => link.getBoundingClientRect().top > window.innerHeight / 4);
  // The driver's click does the same, which would move the page after its place was read.
  card?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return { href: card?.getAttribute('href'), title: card?.textContent, scrollY: window.scrollY };
}

function scrollToFootnoteReference() {
  document.querySelector('.footnote-ref a')?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return window.scrollY;
}

/** From the head of the page to that of the table, when its last row is in sight. */
function distanceOfHeads() {
  document
    .querySelector('.product-table tbody tr:last-child')
    ?.scrollIntoView({ block: 'end', behavior: 'instant' });
  const placeOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  return (placeOf('.product-table thead')?.top ?? NaN) - (placeOf('.site-header')?.bottom ?? NaN);
}
