import {
  colorModeCookie,
  isColorMode,
  readColorMode,
  themeColor,
  type ColorMode,
} from '#shared/color-mode.ts';
import { colorScheme, colorSchemeMetaName } from '#client/document.tsx';

/** Writes the mode into the document, which the server wrote and React leaves alone. */
export function showColorMode(mode: ColorMode): void {
  document.documentElement.dataset['colorMode'] = mode;
  document.querySelector(`meta[name="${colorSchemeMetaName}"]`)?.setAttribute('content', colorScheme(mode));
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color][media]'))
    meta.content = themeColor(mode, meta.media.includes('dark') ? 'dark' : 'light');
}

/** Reads the mode from the document as it is shown; the cookie may have changed since. */
export function readShownColorMode(): ColorMode {
  const mode = document.documentElement.dataset['colorMode'];
  return isColorMode(mode) ? mode : 'system';
}

/** Reads the visitor's choice from the cookie, or as it is shown where the browser gives no cookies. */
export function readChosenColorMode(): ColorMode {
  try {
    return readColorMode(document.cookie);
  } catch {
    // In a frame or view without an origin of its own, such as those of archives.
    return readShownColorMode();
  }
}

/** Keeps the visitor's choice in the cookie. Returns false in a browser that does not keep it. */
export function chooseColorMode(mode: ColorMode, basePath: string): boolean {
  try {
    document.cookie = colorModeCookie(mode, basePath);
    return readColorMode(document.cookie) === mode;
  } catch {
    return false;
  }
}
