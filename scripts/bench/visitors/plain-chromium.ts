import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { chromiumPath } from '#scripts/tools/chromium-path.ts';
import { chromiumFlags } from '#scripts/tools/chromium.ts';
import { findFreePort } from '#scripts/tools/servers/free-port.ts';
import { untilAnswered } from '#scripts/tools/requests/http-client.ts';
import { startProgram } from '#scripts/tools/servers/programs.ts';

/** A page without any state from before. */
export interface PlainPage {
  /** A method of the DevTools protocol: https://chromedevtools.github.io/devtools-protocol/. */
  send(method: string, params?: object): Promise<unknown>;
  /** Evaluates an expression; resolves to its value, or that of its promise, as JSON. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Starts Chromium without a debugger. Playwright subscribes to exceptions: V8 then looks up the lines of every error
 * that is created, React creates some when its script runs, and for these V8 reads the whole script again, which takes
 * 40 ms on an unslowed machine that no visitor waits.
 */
export async function startPlainChromium() {
  if (chromiumPath === null) throw new Error('there is no Chromium on this machine');
  const home = mkdtempSync(path.join(os.tmpdir(), 'qingye-chromium-'));
  const port = await findFreePort();
  const own = [`--remote-debugging-port=${port}`, `--user-data-dir=${home}`];
  const program = startProgram(chromiumPath, ['--headless', ...chromiumFlags, ...own, 'about:blank'], {
    env: { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
    isQuiet: true,
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswered(`${origin}/json/version`, { program, limitMs: 30_000 });
  const version = z
    .object({ webSocketDebuggerUrl: z.string() })
    .parse(await (await fetch(`${origin}/json/version`)).json());
  const browser = await connect(version.webSocketDebuggerUrl);

  async function openPage(size: { width: number; height: number }): Promise<PlainPage> {
    const context = await browser.send('Target.createBrowserContext');
    const { browserContextId } = z.object({ browserContextId: z.string() }).parse(context);
    const target = await browser.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      ...size,
    });
    const { targetId } = z.object({ targetId: z.string() }).parse(target);
    const page = await connect(`ws://127.0.0.1:${port}/devtools/page/${targetId}`);
    await page.send('Page.enable');
    return {
      send: page.send,
      async evaluate(expression) {
        const how = { returnByValue: true, awaitPromise: true };
        const evaluated = await page.send('Runtime.evaluate', { expression, ...how });
        return z.object({ result: z.object({ value: z.unknown().optional() }) }).parse(evaluated).result
          .value;
      },
      async close() {
        page.close();
        await browser.send('Target.disposeBrowserContext', { browserContextId });
      },
    };
  }

  async function close(): Promise<void> {
    browser.close();
    await program.stop();
    rmSync(home, { recursive: true, force: true });
  }

  return { openPage, close };
}

const messageSchema = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

async function connect(url: string) {
  const socket = new WebSocket(url);
  const answers = new Map<number, PromiseWithResolvers<unknown>>();
  const failed = (reason: string) => () => {
    for (const { reject } of answers.values()) reject(new Error(`${url}: ${reason}`));
  };
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`${url} cannot be opened`)), { once: true });
  });
  socket.addEventListener('close', failed('the connection was closed'));
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = messageSchema.parse(JSON.parse(String(data)));
    // Else an event.
    const answer = id === undefined ? undefined : answers.get(id);
    if (id === undefined || answer === undefined) return;
    answers.delete(id);
    if (error === undefined) answer.resolve(result);
    else answer.reject(new Error(error.message));
  });
  let lastId = 0;
  return {
    send(method: string, params: object = {}): Promise<unknown> {
      lastId += 1;
      const answer = Promise.withResolvers<unknown>();
      answers.set(lastId, answer);
      socket.send(JSON.stringify({ id: lastId, method, params }));
      return answer.promise;
    },
    close: () => socket.close(),
  };
}
