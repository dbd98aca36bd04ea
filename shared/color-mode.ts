/** `system` follows the visitor's device. */
export const colorModes = ['system', 'light', 'dark'] as const;
export type ColorMode = (typeof colorModes)[number];

export function isColorMode(value: unknown): value is ColorMode {
  return colorModes.some((mode) => mode === value);
}

/** Colours of the browser's own bars around a page: its background, `--ui-bg` of client/styles/foundation/tokens.css. */
export const themeColors = { light: '#fff', dark: '#0f172b' } as const;
/** Modes of a device. */
export const systemModes = ['light', 'dark'] as const;

/** Colour of the browser's bars in a mode; for `system`, `system` is the mode of the device. */
export function themeColor(mode: ColorMode, system: (typeof systemModes)[number]): string {
  return themeColors[mode === 'system' ? system : mode];
}

/**
 * Reads a `Cookie` header or `document.cookie`. Without a choice, or with one that means nothing, `system`. The rules for
 * caches in front (deploy/) read it by the same expression, byte for byte: `\s` is not the same there.
 */
export function readColorMode(cookies: string | undefined): ColorMode {
  if (cookies === undefined) return 'system';
  const value = /(?:^|;[ \t]*)color-mode=(\w+)/.exec(cookies)?.[1];
  return isColorMode(value) ? value : 'system';
}

/**
 * A cookie's text for `Set-Cookie` and for `document.cookie`, kept for a year. `system` is no choice and needs no
 * cookie. The site's script writes it too, so it is readable; there is nothing to protect in it.
 */
export function colorModeCookie(mode: ColorMode, basePath: string): string {
  const maxAge = mode === 'system' ? 0 : 31_536_000;
  return `color-mode=${mode}; Path=${basePath}; Max-Age=${maxAge}; SameSite=Lax`;
}
