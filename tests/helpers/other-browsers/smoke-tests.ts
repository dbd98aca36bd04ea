import { beforeAll } from 'vitest';
import { shareAccountSite } from '../account-site.ts';
import { atEndOfFile } from '../built-site.ts';
import { earlyVisitorTests } from './early-visitor-tests.ts';
import { pageTests } from './page-tests.ts';
import { placeTests } from './place-tests.ts';
import { startProxy } from './recording-proxy.ts';
import { searchTests } from './search-tests.ts';
import { untilLive, type SmokeBrowser, type StartBrowser } from './smoke-browser.ts';
import type { Visited, VisitOptions } from './visit.ts';

const neededScript = /page-layout-.*\.js/;

/** Defines the tests that each other browser runs: called where tests are defined. */
export function smokeTests(startBrowser: StartBrowser): void {
  const site = shareAccountSite();
  const atEnd = atEndOfFile();
  let browser: SmokeBrowser;
  beforeAll(async () => {
    browser = await startBrowser(atEnd);
  });

  async function visit(address: string, options: VisitOptions = {}): Promise<Visited> {
    const { beforeScripts, holdScripts = false, brokenScript } = options;
    const proxy = await startProxy(site(), beforeScripts);
    if (brokenScript !== undefined) proxy.replaceScript(neededScript, brokenScript);
    const letScriptsThrough = proxy.hold(neededScript);
    if (!holdScripts) letScriptsThrough();
    const page = await browser.open();
    await page.goto(proxy.origin + address);
    if (!holdScripts && brokenScript === undefined) await untilLive(page);
    return { page, proxy, letScriptsThrough };
  }

  pageTests(visit);
  earlyVisitorTests(visit);
  placeTests(visit);
  searchTests(visit);
}
