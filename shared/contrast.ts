/** Backgrounds behind words in the site's colour: `--ui-bg` and `--ui-bg-muted` of client/styles/foundation/tokens.css. */
const grounds = { light: ['#ffffff', '#f8fafc'], dark: ['#0f172b', '#1d293d'] };

/** Below that, words of a colour cannot be read by everybody. */
export const leastContrast = 4.5;

/** How well words of a colour such as `#9a3412` are read on the pages of a mode: the least contrast, rounded down. */
export function contrastOnPages(mode: 'light' | 'dark', color: string): number {
  const least = Math.min(...grounds[mode].map((ground) => contrastOf(color, ground)));
  return Math.floor(least * 10) / 10;
}

/** How much two colours such as `#9a3412` differ in lightness, as WCAG 2 computes it: 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
