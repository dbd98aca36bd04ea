import path from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { temporaryFolder, type AtEnd } from '../databases.ts';
import { limitMs } from '../limit.ts';
import { firefoxPath } from './browser-paths.ts';
import type { SmokeBrowser, SmokePage } from './smoke-browser.ts';
import { cleanEnvironment, endGroup } from './start-program.ts';

/** The machine's Firefox, without any state from before. */
export async function startFirefox(atEnd: AtEnd): Promise<SmokeBrowser> {
  let browser = await startBrowser(atEnd);
  let close = async () => {};
  async function openPage(): Promise<SmokePage> {
    await close();
    const context = await browser.createBrowserContext();
    close = () => context.close();
    const page = await context.newPage();
    await page.setViewport({ width: 1000, height: 700 });
    return smokePage(page);
  }
  return {
    async open() {
      try {
        return await openPage();
      } catch {
        // Same as in webkit.ts: a browser that has ended or hangs fails only one test.
        browser = await startBrowser(atEnd);
        close = async () => {};
        return openPage();
      }
    },
  };
}

async function startBrowser(atEnd: AtEnd): Promise<Browser> {
  const browser = await launchFirefox(temporaryFolder(atEnd));
  atEnd(async () => {
    await browser.close().catch(() => {});
    // It says nothing of it when that has failed.
    endGroup(browser.process()?.pid);
  });
  return browser;
}

async function launchFirefox(home: string): Promise<Browser> {
  if (firefoxPath === null) throw new Error('there is no Firefox on this machine');
  try {
    return await launch({
      browser: 'firefox',
      executablePath: firefoxPath,
      headless: true,
      protocolTimeout: limitMs(30_000),
      userDataDir: path.join(home, 'profile'),
      env: cleanEnvironment(home),
      extraPrefsFirefox: preferences,
    });
  } catch (error) {
    throw new Error(`${firefoxPath} did not start`, { cause: error });
  }
}

const preferences = {
  // Headless it has neither a mouse nor a finger: a pointer that is fine, and hovers.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  // Requests to other machines go to a closed port.
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

function smokePage(page: Page): SmokePage {
  return {
    async goto(address) {
      await page.goto(address, { waitUntil: 'domcontentloaded' });
    },
    evaluate: (work) => page.evaluate(work),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    pressEscape: () => page.keyboard.press('Escape'),
    async back() {
      await page.evaluate(() => history.back());
    },
  };
}
