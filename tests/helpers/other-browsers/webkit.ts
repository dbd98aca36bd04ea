import { expect } from 'vitest';
import { temporaryFolder, type AtEnd } from '../databases.ts';
import { limitMs } from '../limit.ts';
import { findFreePort } from '#scripts/tools/servers/free-port.ts';
import { webKitPaths } from './browser-paths.ts';
import type { SmokeBrowser, SmokePage } from './smoke-browser.ts';
import { cleanEnvironment, startProgram } from './start-program.ts';

/** Asks the driver for something: https://www.w3.org/TR/webdriver2/#endpoints */
type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/** The machine's WebKit on a screen of its own, without any state from before. */
export async function startWebKit(atEnd: AtEnd): Promise<SmokeBrowser> {
  let session = await openWindow(atEnd);
  async function openPage(): Promise<SmokePage> {
    await session('DELETE', '/cookie');
    const page = smokePage(session);
    await page.goto('about:blank');
    return page;
  }
  return {
    async open() {
      try {
        return await openPage();
      } catch {
        // It has ended, or hangs: that fails the test in which it did, and not all that come after it.
        session = await openWindow(atEnd);
        return openPage();
      }
    },
  };
}

async function openWindow(atEnd: AtEnd): Promise<Ask> {
  const driver = await startDriver(atEnd);
  const { sessionId } = await startSession(driver);
  const session: Ask = (method, path, body) => driver(method, `/session/${sessionId}${path}`, body);
  await session('POST', '/window/rect', { x: 0, y: 0, width: 1000, height: 700 });
  return session;
}

const capabilities = {
  alwaysMatch: {
    // A click that leads to another document does not wait for it.
    pageLoadStrategy: 'none',
    'webkitgtk:browserOptions': { binary: webKitPaths?.browser, args: ['--automation'] },
  },
};

/** Starts the browser itself. */
async function startSession(driver: Ask): Promise<{ sessionId: string }> {
  try {
    return (await driver('POST', '/session', { capabilities })) as { sessionId: string };
  } catch (error) {
    throw new Error(`${webKitPaths?.browser} did not start`, { cause: error });
  }
}

async function startDriver(atEnd: AtEnd): Promise<Ask> {
  if (webKitPaths === null) throw new Error('there is no WebKit on this machine');
  const env = cleanEnvironment(temporaryFolder(atEnd));
  const display = await startProgram(
    {
      file: webKitPaths.screen,
      args: ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
      env,
      ready: (output) => /^(\d+)\n/m.exec(output)?.[1] ?? null,
    },
    atEnd,
  );
  const port = await findFreePort();
  const ask = askAt(`http://127.0.0.1:${port}`);
  const answers = () =>
    ask('GET', '/status').then(
      () => ask,
      () => null,
    );
  const settings = {
    DISPLAY: `:${display}`,
    GDK_BACKEND: 'x11',
    // Its sandbox needs user namespaces, which a container seldom has; only our own pages are opened.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    // Through buffers for a graphics card that is not there it paints once a second at first.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  };
  return startProgram(
    {
      file: webKitPaths.driver,
      args: [`--port=${port}`],
      env: { ...env, ...settings },
      ready: answers,
    },
    atEnd,
  );
}

function askAt(origin: string): Ask {
  return async (method, path, body) => {
    // A script that is sent while the page is being left is now and then not answered: it is to be sent again.
    const timeoutMs = limitMs(path.endsWith('/execute/sync') ? 3000 : 30_000);
    const response = await fetch(origin + path, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

function smokePage(session: Ask): SmokePage {
  const evaluate: SmokePage['evaluate'] = async (work) =>
    (await session('POST', '/execute/sync', { script: `return (${work})()`, args: [] })) as never;

  async function element(selector: string): Promise<string> {
    const found = await session('POST', '/element', { using: 'css selector', value: selector });
    return `/element/${Object.values(found as Record<string, string>)[0]}`;
  }

  return {
    evaluate,
    async goto(address) {
      await evaluate(() => void Object.assign(window, { isOld: true }));
      await session('POST', '/url', { url: address });
      const isThere = () => !('isOld' in window) && document.readyState !== 'loading';
      await expect.poll(() => evaluate(isThere)).toBe(true);
    },
    async click(selector) {
      await session('POST', `${await element(selector)}/click`);
    },
    async type(selector, text) {
      await session('POST', `${await element(selector)}/value`, { text });
    },
    async pressEscape() {
      const keys = ['keyDown', 'keyUp'].map((type) => ({ type, value: '\uE00C' }));
      await session('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions: keys }] });
    },
    async back() {
      await session('POST', '/back');
    },
  };
}
