/** Returns familiar names from a user agent: `Chrome · Windows`. Null when there are none. */
export function describeUserAgent(userAgent: string): string | null {
  const browser = firstMatch(browsers, userAgent);
  const system = firstMatch(systems, userAgent);
  return [browser, system].filter(Boolean).join(' · ') || null;
}

// The order matters: most of them say that they are the ones further down, too.
const browsers: readonly [name: string, pattern: RegExp][] = [
  ['LINE', /\bLine\//],
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly [name: string, pattern: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

function firstMatch(table: readonly [name: string, pattern: RegExp][], text: string): string | undefined {
  return table.find(([, pattern]) => pattern.test(text))?.[0];
}
