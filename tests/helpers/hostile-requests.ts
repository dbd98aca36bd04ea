import fc from 'fast-check';
import { brokenPieces, headerNames, headerValues, methods, names, pieces, places } from './hostile-words.ts';

/** Bytes on the wire: no HTTP client would send all of this. */
export type HostileRequest = string;

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

/** Values that a form's own page would send, or nearly. */
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

/** Requests that pass the same-origin check and the body's parser. */
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

export function written({ method, target, headers, body }: Parts): HostileRequest {
  // A separate line ends nothing but this request: bytes after a truncated one are another request.
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
