import { existsSync } from 'node:fs';

/** The browser that tests drive; null when there is none on this machine. */
export const chromiumPath: string | null =
  [
    process.env['CHROMIUM_PATH'],
    // Debian's Chromium without its windows: a page takes half the time.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((file) => file !== undefined && existsSync(file)) ?? null;
