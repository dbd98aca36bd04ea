import { describe, expect, test } from 'vitest';
import { insidePath, resolveTarget, type NavigationTarget } from '#shared/address/navigation-target.ts';

const site = { origin: 'https://site.example', basePath: '/' };
const shop = { origin: 'https://site.example', basePath: '/shop/' };

const inside = (path: string): NavigationTarget => ({ kind: 'inside', path });
const outside = (url: string): NavigationTarget => ({ kind: 'outside', url });
const protocol: NavigationTarget = { kind: 'refused', reason: 'protocol' };
const noAddress: NavigationTarget = { kind: 'refused', reason: 'no-address' };
const emptySegment: NavigationTarget = { kind: 'refused', reason: 'empty-segment' };

describe('the table of kinds of address', () => {
  test.for<[address: string, target: NavigationTarget]>([
    ['/product', inside('/product')],
    ['product', inside('/product')],
    ['#x', inside('/#x')],
    ['?a=1', inside('/?a=1')],
    ['./x', inside('/x')],
    ['/a?next=https://x', inside('/a?next=https://x')],
    ['/a:b', inside('/a:b')],
    ['/%2F%2Fx.tw', inside('/%2F%2Fx.tw')],
    ['/ /x.tw', inside('/%20/x.tw')],
    ['/.//x.tw', emptySegment],
    ['/..//x.tw', emptySegment],
    ['https://x', outside('https://x/')],
    ['HTTPS://x', outside('https://x/')],
    ['http:x', outside('http://x/')],
    ['http:/x', outside('http://x/')],
    ['//x.tw', outside('https://x.tw/')],
    ['///x.tw', outside('https://x.tw/')],
    ['/\\x.tw', outside('https://x.tw/')],
    ['\\\\x.tw', outside('https://x.tw/')],
    ['/\t/x.tw', outside('https://x.tw/')],
    [' https://x', outside('https://x/')],
    [' //x.tw', outside('https://x.tw/')],
    ['mailto:lin@x.tw', protocol],
    ['tel:+886212345678', protocol],
    ['ftp://x.tw/y', protocol],
    ['file:///etc/passwd', protocol],
    ['intent://x.tw#Intent;end', protocol],
    ['view-source:https://x.tw', protocol],
    ['localhost:3000/x', protocol],
    ['x.tw:80/y', protocol],
    ['javascript:alert(1)', protocol],
    ['JavaScript:alert(1)', protocol],
    ['java\nscript:alert(1)', protocol],
    [' javascript:alert(1)', protocol],
    ['\u0001javascript:alert(1)', protocol],
    ['data:text/html,x', protocol],
    ['DATA:text/html,x', protocol],
    ['vbscript:x', protocol],
    ['blob:https://site.example/1', protocol],
    ['c:\\x', protocol],
    ['a:b', protocol],
  ])('%j', ([address, target]) => {
    expect(resolveTarget(address, site)).toEqual(target);
    expect(insidePath(address, site)).toBe(target.kind === 'inside' ? target.path : null);
  });

  test('an address with the site’s protocol and no host is a path', () => {
    const plain = { ...site, origin: 'http://site.example' };
    expect(resolveTarget('http:x', plain)).toEqual(inside('/x'));
    expect(resolveTarget('http:/x', plain)).toEqual(inside('/x'));
    expect(resolveTarget('http://x', plain)).toEqual(outside('http://x/'));
  });
});

describe('what other projects were warned of', () => {
  test('CVE-2024-34343, GHSA-vf6r-87q4-2vjf: a protocol that runs script is refused however it is disguised', () => {
    const disguises = [
      '\0javascript:x',
      ' JAVASCRIPT:x',
      'java\tscript:x',
      'javascript\r\n:x',
      '\u001f\nDa\tta:x',
    ];
    for (const address of disguises) expect(resolveTarget(address, site), address).toEqual(protocol);
  });

  test('CVE-2026-45669, GHSA-fx6j-w5w5-h468: no target holds a sign that ends an attribute or a header', () => {
    expect(insidePath('/?"><script>\r\nx: y</script>#"<', site)).toBe(
      '/?%22%3E%3Cscript%3Ex:%20y%3C/script%3E#%22%3C',
    );
    expect(resolveTarget('https://x.tw/"><b>\r\nx: y', site)).toEqual(
      outside('https://x.tw/%22%3E%3Cb%3Ex:%20y'),
    );
  });

  test.for(['/..//evil.example', '/.//evil.example', '/%2e%2e//evil.example', '/a/../..\\\\evil.example'])(
    'CVE-2026-56326, GHSA-c9cv-mq2m-ppp3, GHSA-2j2x-hqr9-3h42: %s does not become another host',
    (address) => {
      expect(resolveTarget(address, site)).toEqual(emptySegment);
      expect(resolveTarget(`https://site.example${address}`, site)).toEqual(emptySegment);
    },
  );

  test('GHSA-fp4x-ggrf-wmc6, CVE-2025-68470: an address without its protocol is not a path', () => {
    for (const address of ['//evil.example', '/\\evil.example', '\t//evil.example', '/\n/evil.example'])
      expect(insidePath(address, site), address).toBeNull();
  });

  test('GHSA-934w-87qh-qr26, CVE-2026-53722, GHSA-jjm6-p2m9-9w4x: a link may not run script either', () => {
    for (const address of [
      'javascript:x',
      '\u0001javascript:x',
      '\0data:text/html,x',
      'vbscript:x',
      'blob:x',
    ])
      expect(resolveTarget(address, { ...site, isLink: true }), address).toEqual(protocol);
  });

  test('CVE-2024-29041: a target is spelled so that nobody can read another host in it', () => {
    expect(insidePath('https://site.example\\@evil.example', site)).toBe('/@evil.example');
    expect(resolveTarget('https://evil.example\\@site.example', site)).toEqual(
      outside('https://evil.example/@site.example'),
    );
  });

  test('a base path ends where a segment ends', () => {
    expect(resolveTarget('/shopping', shop)).toEqual(outside('/shopping'));
    expect(resolveTarget('/shop-x/', shop)).toEqual(outside('/shop-x/'));
  });

  // A rule that looks at each of them again for each that follows takes longer than a test may.
  test.for(['/', '\\', '/..', '/a/..', '/%2e%2e', ' ', '\t', '\0', '@', ':', '?', '#'])(
    'a path of a million times “%s” is judged at once',
    (part) => {
      const path = insidePath(`/a${part.repeat(1_000_000)}`, site);
      expect(path === null || path.startsWith('/')).toBe(true);
    },
  );
});

describe('under a base path', () => {
  test.for<[address: string, target: NavigationTarget]>([
    ['', inside('/shop/')],
    ['x?a#b', inside('/shop/x?a#b')],
    ['/shop/x', inside('/shop/x')],
    ['/shop', inside('/shop/')],
    ['/shop?a=1', inside('/shop/?a=1')],
    ['/shop/../shop/x', inside('/shop/x')],
    ['https://site.example/shop/x', inside('/shop/x')],
    ['/x', outside('/x')],
    ['../x', outside('/x')],
    ['/shop/%2e%2e/x', outside('/x')],
    ['/Shop/x', outside('/Shop/x')],
    ['https://site.example', outside('/')],
    ['http://site.example/shop/', outside('http://site.example/shop/')],
    ['/shop//evil.example', emptySegment],
    ['/shop/x/..//evil.example', emptySegment],
    ['..//evil.example', emptySegment],
  ])('%j', ([address, target]) => {
    expect(resolveTarget(address, shop)).toEqual(target);
  });
});

test('mail addresses and telephone numbers are for links only', () => {
  const link = { ...site, isLink: true };
  expect(resolveTarget(' mailto:lin@x.tw', link)).toEqual(outside('mailto:lin@x.tw'));
  expect(resolveTarget('TEL:+886-2-1234', link)).toEqual(outside('tel:+886-2-1234'));
  expect(resolveTarget('sms:+886-2-1234', link)).toEqual(protocol);
  expect(resolveTarget('mailto:lin@x.tw', site)).toEqual(protocol);
});

test('a site without a known origin knows its paths and nothing else', () => {
  const unknown = { origin: null, basePath: '/shop/' };
  expect(resolveTarget('/shop/x', unknown)).toEqual(inside('/shop/x'));
  expect(resolveTarget('/x', unknown)).toEqual(outside('/x'));
  expect(resolveTarget('https://site.example/shop/', unknown)).toEqual(outside('https://site.example/shop/'));
  expect(resolveTarget('//x.tw', unknown)).toEqual(outside('https://x.tw/'));
});

test('an origin is compared as the parser spells it', () => {
  expect(insidePath('https://SITE.example:443/x', { origin: 'HTTPS://Site.Example/', basePath: '/' })).toBe(
    '/x',
  );
  expect(insidePath('https://u:p@site.example/x', site)).toBe('/x');
  for (const other of [
    'https://site.example:8443',
    'http://site.example',
    'https://site.example.',
    'https://a.site.example',
  ])
    expect(resolveTarget(`${other}/x`, site), other).toEqual(outside(`${other}/x`));
});

test('nothing is inside a page without origin, such as a sandboxed frame', () => {
  for (const address of ['/x', 'about:blank', 'data:,x', 'https://x.tw'])
    expect(resolveTarget(address, { origin: 'null', basePath: '/' }), address).toEqual(noAddress);
});
