/** Oldest version of each browser; its telephone's as well. */
export interface BrowserVersions {
  chrome: number;
  firefox: number;
  safari: number;
}

/** Everything works in these. docs/browsers.md promises them. */
export const promisedVersions: BrowserVersions = { chrome: 123, firefox: 125, safari: 17.5 };

/**
 * These can read the scripts: the last versions for Windows 7, macOS 10.14 and iPhones of 2015. One expression that a
 * browser cannot parse takes the whole script away, so syntax has a limit of its own.
 */
export const readableVersions: BrowserVersions = { chrome: 109, firefox: 115, safari: 15.6 };

/** esbuild's target. */
export const scriptTarget = [
  `chrome${readableVersions.chrome}`,
  `firefox${readableVersions.firefox}`,
  `safari${readableVersions.safari}`,
  `ios${readableVersions.safari}`,
];
