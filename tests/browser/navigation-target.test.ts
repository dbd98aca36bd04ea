import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { DataRouter } from 'react-router';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { resolveTarget, type NavigationTarget } from '#shared/address/navigation-target.ts';
import { root } from '#scripts/build/folders.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { hostileAddresses } from '../helpers/hostile-addresses.ts';

/** Global that the bundle puts into the page. */
declare const underTest: typeof import('#shared/address/navigation-target.ts') &
  typeof import('#client/browser/navigate/navigate-by-links.ts');

declare global {
  interface Window {
    /** Addresses whose script ran. */
    ran: string[];
  }
}

const pages = ['/', '/shop/', '/shop/articles/x/y?a=//evil.example', '//shop//x'];

describeInChromium('the rule for where a navigation may go, in a browser', (browser) => {
  let bundle: string;
  beforeAll(async () => {
    bundle = await bundleForBrowser();
  });

  async function openSite() {
    const origin = await startRedirectingSite();
    const host = new URL(origin).host;
    const context = await browser().newContext();
    await context.route(
      (url) => url.host !== host,
      (route) => route.abort(),
    );
    await context.addInitScript({ content: bundle });
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    return { page, origin, addresses: hostileAddresses(host) };
  }

  test('the browser and Node judge every address alike', async () => {
    const { page, origin, addresses } = await openSite();
    // Chromium takes a host that has a space.
    const compared = addresses.filter((address) => address !== 'http://a b/');
    expect(compared.length).toBeGreaterThan(200);
    for (const basePath of ['/', '/shop/']) {
      const site = { origin, basePath, isLink: true };
      const inBrowser = await page.evaluate(
        ([addresses, site]) => addresses.map((address) => underTest.resolveTarget(address, site)),
        [compared, site] as const,
      );
      expect(byAddress(compared, inBrowser)).toEqual(
        byAddress(
          compared,
          compared.map((address) => resolveTarget(address, site)),
        ),
      );
    }
  });

  test('a link to what is inside stays on the site, from every page and through a redirect', async () => {
    const { page, origin, addresses } = await openSite();
    for (const basePath of ['/', '/shop/']) {
      const paths = insideOf(addresses, { origin, basePath });
      expect(paths.length).toBeGreaterThan(30);
      for (const from of pages) {
        await page.goto(origin + from);
        const links = await page.evaluate(readAsLinks, paths);
        expect(links).toEqual(paths.map((path) => ({ origin, path })));
      }
      const reached = await page.evaluate(followRedirects, paths);
      expect(reached).toEqual(paths.map((path) => origin + path));
    }
  });

  test('whatever runs script when its link is clicked is refused', async () => {
    const { page, origin, addresses } = await openSite();
    await page.evaluate(clickInFrames, addresses);
    // javascript: in many spellings, data: and blob: in a frame.
    await expect.poll(async () => (await page.evaluate(readRan)).length).toBeGreaterThanOrEqual(35);
    // Clicked after all others, which have run by then.
    await page.evaluate(clickBlob);
    for (const address of await page.evaluate(readRan)) {
      const target = resolveTarget(address, { origin, basePath: '/', isLink: true });
      expect(target, address).toEqual({ kind: 'refused', reason: 'protocol' });
    }
  });

  test('a click navigates in the page to what is inside, and nowhere else', async () => {
    const { page, origin, addresses } = await openSite();
    await page.goto(`${origin}/shop/here`);
    const clicks = await page.evaluate(clickLinks, addresses);
    expect(clicks.filter(({ navigatedTo }) => navigatedTo !== null).length).toBeGreaterThan(20);
    for (const { address, href, navigatedTo } of clicks) {
      const target = resolveTarget(href, { origin, basePath: '/shop/' });
      const isHere = /\/shop\/here#/.test(href);
      const path = target.kind === 'inside' && !isHere ? target.path : null;
      expect(navigatedTo, address).toBe(path && path.replace('/shop', ''));
      if (navigatedTo !== null) expect(new URL(navigatedTo, origin).origin, address).toBe(origin);
    }
  });
});

function byAddress(addresses: string[], targets: NavigationTarget[]) {
  return addresses.map((address, at) => ({ address, target: targets[at] }));
}

async function bundleForBrowser(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import * as rule from '#shared/address/navigation-target.ts';
        import * as clicks from '#client/browser/navigate/navigate-by-links.ts';
        globalThis.underTest = { ...rule, ...clicks };`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'iife',
  });
  return outputFiles[0]?.text ?? '';
}

/** Answers `/redirect?PATH` with that path as its Location, all else with an empty page. */
async function startRedirectingSite(): Promise<string> {
  const server = http.createServer((request, response) => {
    const [path, to] = (request.url ?? '').split('?');
    if (path === '/redirect') response.writeHead(302, { Location: decodeURIComponent(to ?? '') });
    else response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>x</title>');
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function insideOf(addresses: string[], site: { origin: string; basePath: string }): string[] {
  const targets = addresses.map((address) => resolveTarget(address, site));
  return [...new Set(targets.flatMap((target) => (target.kind === 'inside' ? [target.path] : [])))];
}

// The functions below run in the page.

function readAsLinks(paths: string[]) {
  return paths.map((path) => {
    const link = document.createElement('a');
    link.setAttribute('href', path);
    return { origin: link.origin, path: link.href.slice(link.origin.length) };
  });
}

function followRedirects(paths: string[]): Promise<string[]> {
  return Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`/redirect?${encodeURIComponent(path)}`);
      // A fragment of the Location is not part of the response's address.
      return response.url + new URL(path, location.origin).hash;
    }),
  );
}

/** Clicks each address in a frame of its own, whose script reports that it ran. */
function clickInFrames(addresses: string[]): void {
  window.ran = [];
  const notOpened = /^(https?|wss?|ftp|file|mailto|tel|sms|callto|intent|ms-word|chrome|view-source):$/;
  const links = addresses.map((address) => {
    const link = document.createElement('a');
    link.setAttribute('href', address);
    return { address, link };
  });
  // Links that load a page from elsewhere or open another program cannot run script of this page.
  const opened = links.filter(({ link }) => !notOpened.test(link.protocol));
  const frames = opened.map(({ address, link }, at) => {
    const frame = document.createElement('iframe');
    frame.name = link.target = `frame-${at}`;
    document.body.append(frame, link);
    return { address, link, frame };
  });
  addEventListener('message', ({ source }) => {
    const found = frames.find(({ frame }) => frame.contentWindow === source);
    if (found && !window.ran.includes(found.address)) window.ran.push(found.address);
  });
  for (const { link } of frames) link.click();
}

function readRan(): string[] {
  return window.ran;
}

/** Like `clickInFrames`, with an address that the page makes. Resolves when its script has run. */
async function clickBlob(): Promise<void> {
  const page = new Blob(['<script>parent.postMessage(1, "*")</script>'], { type: 'text/html' });
  const frame = document.createElement('iframe');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(page);
  frame.name = link.target = 'blob';
  document.body.append(frame, link);
  await new Promise<void>((resolve) => {
    addEventListener('message', ({ source }) => {
      if (source === frame.contentWindow) resolve();
    });
    link.click();
  });
  window.ran.push(link.href);
}

function clickLinks(addresses: string[]) {
  let navigatedTo: string | null = null;
  const navigate = (to: string) => Promise.resolve((navigatedTo = to));
  underTest.navigateByLinks({ navigate } as unknown as DataRouter, '/shop/');
  return addresses.map((address) => {
    const link = document.createElement('a');
    link.setAttribute('href', address);
    document.body.append(link);
    navigatedTo = null;
    // Not to leave this page: the last listener to hear of the click.
    addEventListener('click', (event) => event.preventDefault(), { once: true });
    link.click();
    return { address, href: link.href, navigatedTo };
  });
}
