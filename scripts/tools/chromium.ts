import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { timeZone } from '#shared/locale/dates.ts';
import { language } from '#shared/locale/language.ts';
import { chromiumPath } from './chromium-path.ts';

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** 400 kbit/s and 400 ms for each request: a bad place on a phone. */
export const slowLine = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};

export interface Browser {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** The machine's Chromium, without any state from before. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath;
  if (executablePath === null) throw new Error('there is no Chromium on this machine');
  // Its own place for everything it writes, removed afterwards.
  const home = mkdtempSync(path.join(os.tmpdir(), 'qingye-chromium-'));
  const launch = () =>
    chromium.launch({
      executablePath,
      args: chromiumFlags,
      env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
    });
  let launched = launch();
  await launched;
  return {
    async newContext(options) {
      // A crashed browser is replaced, so that it fails only the work in progress.
      const before = launched;
      if (!(await before).isConnected() && launched === before) launched = launch();
      return (await launched).newContext({ locale: language, timezoneId: timeZone, ...options });
    },
    async close() {
      await (await launched).close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
