import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readColorMode } from '#shared/color-mode.ts';

// Each reads bytes, of which a header has no more than these.
const pieces = [
  ...[
    'color-mode=',
    'xcolor-mode=',
    'Color-mode=',
    'a=b',
    '=',
    ';',
    '; ',
    ';\t',
    ' ',
    '\t',
    '\u00a0',
    '\u0085',
  ],
  ...['light', 'dark', 'system', 'purple', 'dark2', '"dark"', 'dark"', 'light é', ',', '-', '_'],
];

test('caches in front read the colour mode out of any cookies as the site does', () => {
  const readers = { varnish: varnishReading(), nginx: nginxReading() };
  const modes = new Set<string>();
  const random = createRandom(20261123);
  for (let n = 0; n < 3_000; n += 1) {
    const length = 1 + Math.floor(random() * 12);
    const cookies = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('');
    const mode = readColorMode(cookies);
    modes.add(mode);
    for (const [name, read] of Object.entries(readers))
      expect(read(cookies), `${name}: ${JSON.stringify(cookies)}`).toBe(mode);
  }
  expect([...modes].sort()).toEqual(['dark', 'light', 'system']);
});

/** By the expressions of deploy/varnish/qingye.vcl, in the way of `regsub`. */
function varnishReading(): (cookies: string) => string {
  const vcl = readFileSync('deploy/varnish/qingye.vcl', 'utf8');
  const [, asked = ''] = /Cookie ~ "([^"]*color-mode[^"]*)"/.exec(vcl) ?? [];
  const [, taken = ''] = /regsub\(req\.http\.Cookie, "([^"]*color-mode[^"]*)", "\\1"\)/.exec(vcl) ?? [];
  return (cookies) => {
    const said = new RegExp(asked).test(cookies) ? cookies.replace(new RegExp(taken), '$1') : 'system';
    return said === 'light' || said === 'dark' ? said : 'system';
  };
}

/** By the maps of deploy/nginx/qingye.conf. */
function nginxReading(): (cookies: string) => string {
  const conf = readFileSync('deploy/nginx/qingye.conf', 'utf8');
  const [, taken = ''] = /"~([^"]*color-mode[^"]*)"/.exec(conf) ?? [];
  const [, map = ''] = /map \$qingye_said_mode \$qingye_mode \{(.*?)\n\}/s.exec(conf) ?? [];
  const modes = [...map.matchAll(/"~(.*?)" (\w+);/g)];
  return (cookies) => {
    const said = new RegExp(taken).exec(cookies)?.groups?.['qingye_said'] ?? '';
    return modes.find(([, pattern = '']) => new RegExp(pattern).test(said))?.[2] ?? 'system';
  };
}

/** The same each time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
