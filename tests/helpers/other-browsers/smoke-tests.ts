import { beforeAll } from 'vitest';
import { shareAccountSite } from '../account-site.ts';
import { atEndOfFile } from '../built-site.ts';
import { earlyVisitorTests } from './early-visitor-tests.ts';
import { pageTests } from './page-tests.ts';
import { placeTests } from './place-tests.ts';
import { startProxy, type RecordingProxy, type Release } from './recording-proxy.ts';
import { untilLive, type SmokeBrowser, type SmokePage, type StartBrowser } from './smoke-browser.ts';

/** Opens an address of the site in a browser that has never been there. */
export type Visit = (address: string, options?: VisitOptions) => Promise<Visited>;

interface VisitOptions {
  /** Runs in each page when its document has been read. */
  beforeScripts?: () => void;
  /** Whether the page is to be without its scripts until they are let through. */
  holdScripts?: boolean;
}

export interface Visited {
  page: SmokePage;
  proxy: RecordingProxy;
  letScriptsThrough: Release;
}

/** The same for each browser: called where tests are defined. */
export function smokeTests(startBrowser: StartBrowser): void {
  const site = shareAccountSite();
  const atEnd = atEndOfFile();
  let browser: SmokeBrowser;
  beforeAll(async () => {
    browser = await startBrowser(atEnd);
  });

  async function visit(address: string, options: VisitOptions = {}): Promise<Visited> {
    const { beforeScripts, holdScripts = false } = options;
    const proxy = await startProxy(site(), beforeScripts);
    const letScriptsThrough = proxy.hold(/page-layout-.*\.js/);
    if (!holdScripts) letScriptsThrough();
    const page = await browser.open();
    await page.goto(proxy.origin + address);
    if (!holdScripts) await untilLive(page);
    return { page, proxy, letScriptsThrough };
  }

  pageTests(visit);
  earlyVisitorTests(visit);
  placeTests(visit);
}
