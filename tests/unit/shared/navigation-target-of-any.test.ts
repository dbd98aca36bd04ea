import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insidePath, resolveTarget } from '#shared/address/navigation-target.ts';
import { hostileAddresses } from '#tests/helpers/hostile-addresses.ts';
import { howMany } from '#tests/helpers/how-many.ts';

const site = { origin: 'https://site.example', basePath: '/' };
const shop = { origin: 'https://site.example', basePath: '/shop/' };

describe('for any address', () => {
  const signs = fc.constantFrom(
    ...[
      '/',
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2E%2e',
      '%2f',
      '%5c',
      ':',
      '@',
      '?',
      '#',
      ';',
      '[',
      ']',
      '%',
      '&',
    ],
    ...[
      '\t',
      '\n',
      '\r',
      ' ',
      '\0',
      '\u0001',
      '\u001f',
      '\u007f',
      '\u00a0',
      '\ufeff',
      '\u2028',
      '\ud800',
      '。',
      '／',
    ],
    ...[
      'http',
      'https:',
      'javascript:',
      'data:',
      'blob:',
      'mailto:',
      'shop',
      '/shop',
      '/shop/',
      'Shop',
      '春茶',
      'x',
    ],
    ...[
      'evil.example',
      'site.example',
      'https://site.example',
      '//site.example',
      '"',
      "'",
      '<',
      '>',
      '0',
      ':443',
    ],
  );
  const made = fc.array(signs, { maxLength: 12 }).map((parts) => parts.join(''));
  const units = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes));
  const known = fc.constantFrom(...hostileAddresses('site.example'));
  const mixed = fc.tuple(known, fc.nat(9), made).map(([a, at, b]) => a.slice(0, at) + b + a.slice(at));
  const address = fc.oneof(made, mixed, known, units, fc.string({ unit: 'binary-ascii' }), fc.webUrl());
  const where = fc.constantFrom(site, shop, { ...site, origin: null }, { ...shop, origin: null });
  const pages = [
    '/',
    '/shop/',
    '/shop/articles/x/y?a=//evil.example#//x',
    '//shop//x',
    '/shop?https://evil.example',
  ];

  test('what is inside stays on the origin and under the base path', () => {
    let count = 0;
    const property = fc.property(address, where, fc.constantFrom(...pages), (text, place, page) => {
      const path = insidePath(text, place);
      if (path === null) return;
      count += 1;
      for (const target of [path, `/${path.slice(place.basePath.length)}`]) {
        const url = new URL(target, site.origin + page);
        expect(url.origin).toBe(site.origin);
        expect(url.pathname + url.search + url.hash).toBe(target);
      }
      expect(path.startsWith(place.basePath)).toBe(true);
      expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
      expect(path).not.toMatch(/["<>]/);
      expect(insidePath(path, place)).toBe(path);
    });
    fc.assert(property, { numRuns: howMany({ usually: 4000, whole: 20_000 }) });
    // A rule that refuses everything would pass.
    expect(count).toBeGreaterThan(300);
  });

  test('what is outside leads elsewhere by the web, and is outside again', () => {
    let count = 0;
    const property = fc.property(address, where, fc.boolean(), (text, place, isLink) => {
      const target = resolveTarget(text, { ...place, isLink });
      if (target.kind !== 'outside') return;
      count += 1;
      const url = new URL(target.url, site.origin);
      expect(url.protocol).toMatch(isLink ? /^(https?|mailto|tel):$/ : /^https?:$/);
      if (url.origin === place.origin) expect(url.pathname.startsWith(place.basePath)).toBe(false);
      expect(target.url).toMatch(/^[\x20-\x7e]+$/);
      expect(resolveTarget(target.url, { ...place, isLink })).toEqual(target);
    });
    fc.assert(property, { numRuns: howMany({ usually: 4000, whole: 20_000 }) });
    expect(count).toBeGreaterThan(300);
  });

  test('what a browser would open with another protocol is refused', () => {
    let count = 0;
    const property = fc.property(address, where, fc.boolean(), (text, place, isLink) => {
      const target = resolveTarget(text, { ...place, isLink });
      if (!URL.canParse(text, site.origin)) {
        expect(target).toEqual({ kind: 'refused', reason: 'no-address' });
        return;
      }
      const { protocol: opened } = new URL(text, site.origin);
      if (['http:', 'https:', 'mailto:', 'tel:'].includes(opened)) return;
      count += 1;
      expect(target).toEqual({ kind: 'refused', reason: 'protocol' });
    });
    fc.assert(property, { numRuns: howMany({ usually: 4000, whole: 20_000 }) });
    expect(count).toBeGreaterThan(150);
  });
});
