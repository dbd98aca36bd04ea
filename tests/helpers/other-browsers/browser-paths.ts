import { existsSync, globSync } from 'node:fs';

/** The Firefox that tests drive; null when there is none on this machine. */
export const firefoxPath: string | null = firstOf([process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr']);

/** WebKit in a window of GTK, its driver, and a screen for it that nobody sees: Debian's programs. */
export interface WebKitPaths {
  browser: string;
  driver: string;
  screen: string;
}

/** Null when one of them is missing on this machine. */
export const webKitPaths: WebKitPaths | null = findWebKit();

function findWebKit(): WebKitPaths | null {
  const browser = firstOf(globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser'));
  const driver = firstOf(['/usr/bin/WebKitWebDriver']);
  const screen = firstOf(['/usr/bin/Xvfb']);
  if (browser === null || driver === null || screen === null) return null;
  return { browser, driver, screen };
}

function firstOf(files: (string | undefined)[]): string | null {
  return files.find((file) => file !== undefined && existsSync(file)) ?? null;
}
