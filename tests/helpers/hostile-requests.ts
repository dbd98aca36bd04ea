import fc from 'fast-check';

/** What goes over the wire, byte for byte: no HTTP client would send all of this. */
export type HostileRequest = string;

/** A tag that no page has. Where an answer in HTML holds it as it is, a visitor's browser would obey a stranger. */
export const mark = '<zq';

/**
 * Makes the same requests for the same seed. `sessions` are values of the session's cookie, for forms that need one.
 */
export function hostileRequests(
  count: number,
  { seed, sessions }: { seed: number; sessions: readonly string[] },
): HostileRequest[] {
  const any = fc.oneof({ weight: 5, arbitrary: request }, { weight: 1, arbitrary: form(sessions) });
  return fc.sample(any, { numRuns: count, seed });
}

const places = [
  ...[
    '/',
    '/product',
    '/product/info/',
    '/articles',
    '/articles/',
    '/author/',
    '/login',
    '/account',
    '/nope/',
  ],
  ...['/assets/', '/media/', '/builds/', '/builds/meta/', '/api/_nuxt_icon/', '/api/', '/healthz', '/readyz'],
  ...[
    '/favicon.svg',
    '/speculation-rules.json',
    '/articles/_payload.json',
    '/_payload.json',
    '//',
    '/\\',
    '',
  ],
];

const pieces = [
  ...[
    `${mark}+onload=alert(1)>`,
    '%3Czq%20onload=alert(1)%3E',
    `"${mark}>`,
    `'${mark}>`,
    `</script>${mark}>`,
  ],
  ...[
    '%00',
    '%09',
    '%0d%0aX-Injected:%20yes%0d%0a',
    '%0aX-Injected:%20yes',
    '%E5%98%8D%E5%98%8AX-Injected:%20yes',
  ],
  ...['%E2%80%AE', '%E2%81%A6', '%EF%BB%BF', '%E8%8C%B6', '%F0%9F%92%A9', '%25', '%252e%252e%252f', '%2500'],
  ...[
    '..',
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..\\',
    '....//',
    '/..;/',
    './/',
    '%5c..%5c',
    '/etc/passwd',
    '//',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
    'null',
    'NaN',
  ],
  ...[
    "'+or+1=1--",
    '%27%3B%20drop%20table%20articles--',
    '{{7*7}}',
    '${7*7}',
    '$where',
    '*',
    '(',
    ')',
    '[',
    ']',
    '|',
    '`',
  ],
  ...[
    '.json',
    '_payload.json',
    '/_payload.json',
    'manifest.json',
    '.git/config',
    '.env',
    'server.js',
    ';',
    ':',
    '@',
    '!',
  ],
  ...['1', '-1', '0', '1e309', '99999999999999999999', '2147483648', 'a'.repeat(300), 'a'.repeat(3000)],
];

/** Most of these end a request before it begins. */
const brokenPieces = [
  ...['\0', '\x01', '\x7f', '\t', '\u202e', '\u2066', '\ufeff', '\ud800', '茶', 'e\u0301', '\u{1f4a9}'],
  ...['%', '%%', '%2', '%zz', '%u202e', '%c0%af', '%ff', '%ed%a0%80', '%C3', 'a'.repeat(20_000)],
];

const names = [
  ...[
    'page',
    'sort',
    'category',
    'q',
    'icons',
    'next',
    'mode',
    'notice',
    'page[]',
    'page[a]',
    '__proto__[x]',
    'constructor',
  ],
  ...['toString', '', '%00', 'a%5B__proto__%5D'],
];

const methods = [
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'get',
  'GARBAGE',
  'G\0T',
];

const headerNames = [
  ...[
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'Cookie',
    'User-Agent',
    'Referer',
    'Origin',
    'Range',
    'If-Range',
  ],
  ...[
    'If-None-Match',
    'If-Modified-Since',
    'X-Request-Id',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
  ],
  ...[
    'X-Original-URL',
    'X-HTTP-Method-Override',
    'Forwarded',
    'Sec-Fetch-Mode',
    'Sec-Purpose',
    'Host',
    'Expect',
    'TE',
  ],
  ...[
    'Content-Type',
    'Content-Encoding',
    'Upgrade',
    'Authorization',
    'X-\u202e',
    'X Y',
    '__proto__',
    'X-Long',
  ],
];

const headerValues = [
  ...[
    'text/html',
    'application/json',
    '*/*',
    '*/*;q=nope',
    'gzip;q=1e9, br',
    'zh-TW,zh;q=0.9',
    'bytes=0-0,-1,5-',
    'bytes=-',
  ],
  ...[
    'W/"',
    '"a", *',
    'Thu, 99 Foo 2026',
    '0',
    '-1',
    'websocket',
    '100-continue',
    'Basic !!!',
    'Bearer a.b.c',
    'deflate, gzip',
  ],
  ...[
    'Mozilla/5.0 (compatible; Googlebot/2.1)',
    'curl/8',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ],
  ...[
    'application/json; charset=nope',
    'session=%00; __proto__=1',
    'color-mode=<zq>; a',
    '=;=;=',
    'evil.example',
    '[::1',
    '',
  ],
];

const piece = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...pieces) },
  { weight: 2, arbitrary: fc.constantFrom(...brokenPieces) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const text = fc.array(piece, { maxLength: 3 }).map((parts) => parts.join(''));

const query = fc
  .array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 3 })
  .map((pairs) =>
    pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`,
  );

const target = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(fc.constantFrom(...places), text, query).map((parts) => parts.join('')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '*',
      '?',
      '#',
      'http://evil.example/',
      'http://[::1',
      '//evil.example/',
      'javascript:alert(1)',
      '/?/_payload.json',
      '/#<zq>',
    ),
  },
);

const header = fc
  .tuple(
    fc.constantFrom(...headerNames),
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...headerValues) }, text),
  )
  .map(([name, value]) => `${name}: ${value}`);

const request = fc
  .record({
    method: fc.oneof({ weight: 5, arbitrary: fc.constant('GET') }, fc.constantFrom(...methods)),
    target,
    headers: fc.array(header, { maxLength: 4 }),
    body: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, text),
  })
  .map(written);

const forms = ['/login', '/account', '/account/saved', '/color-mode'];

const fields = [
  ...['email', 'password', 'new-password', 'next', 'back', 'remember', 'do', 'save', 'remove', 'mode'],
  ...['save', 'remove', 'email', '__proto__', 'toString', 'a[]', 'a[b]', '', '%00'],
];

/** As a form's own page would send them, or nearly. */
const fieldValues = [
  ...['product:baozhong', 'article:', 'product:', 'lin@example.com', 'a@b.tw', 'on', 'dark', '/account'],
  ...['product:a%00b', 'a%00@b.tw', '%00', 'lin@example.com%01', 'article:%ED%A0%80', '%C2%85%E2%80%A8'],
  ...['change-password', 'delete', 'sign-out', '//evil.example', '%F0%9F%8D%B5'.repeat(40)],
];
const fieldValue = fc
  .tuple(
    fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...fieldValues) }, fc.constant('')),
    text,
    fc.oneof({ weight: 2, arbitrary: fc.constant('') }, fc.constantFrom(...fieldValues)),
  )
  .map((parts) => parts.join('').replaceAll('&', '%26'));

/** What the same-origin check and the body's parser let through. */
function form(sessions: readonly string[]): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      method: fc.constant('POST'),
      target: fc.constantFrom(...forms),
      headers: fc
        .tuple(
          fc.constantFrom('Sec-Fetch-Site: same-origin', 'Origin: http://127.0.0.1'),
          fc.constantFrom(...formTypes).map((type) => `Content-Type: ${type}`),
          fc.constantFrom(...sessions).map((secret) => `Cookie: session=${secret}`),
          fc.constantFrom('Accept: text/html', 'Accept: application/json'),
          fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, header),
        )
        .map((lines) => lines.filter((line) => line !== null)),
      body: fc
        .array(fc.tuple(fc.constantFrom(...fields), fieldValue), { maxLength: 4 })
        .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&')),
    })
    .map(written);
}

const urlencoded = 'application/x-www-form-urlencoded';
const formTypes = [
  ...[urlencoded, urlencoded, urlencoded, `${urlencoded}; charset=utf-8`],
  ...[`${urlencoded}; charset=iso-8859-1`, `${urlencoded}; charset=utf-7`],
];

interface Parts {
  method: string;
  target: string;
  headers: string[];
  body: string;
}

function written({ method, target, headers, body }: Parts): HostileRequest {
  // A line of its own ends nothing but this request: what comes after one that is cut short is another one.
  const [verb = '', ...rest] = [method, ...headers].map((line) => line.replace(/[\r\n]/g, ' '));
  return [
    `${verb} ${target.replace(/[\r\n ]/g, '+')} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...rest,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
