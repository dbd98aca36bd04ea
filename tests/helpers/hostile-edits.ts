import fc from 'fast-check';
import { wholeFormField } from '#shared/editing/whole-form.ts';
import { rightPassword } from './accounts.ts';
import {
  buttons,
  fieldNames,
  knownIds,
  kinds,
  memberNames,
  members,
  numbers,
  otherIds,
  queryNames,
  queryValues,
  rowSteps,
  texts,
} from './hostile-edit-words.ts';
import { written, type HostileRequest } from './hostile-requests.ts';

/** Senders of requests; each but a visitor has a session. */
export const senders = ['visitor', 'reader', 'author', 'editor', 'admin'] as const;

/**
 * Makes the same requests at the edit area for the same seed, more of them of senders who may do more. `{key:1}`,
 * `{version:1}`, `{account:1}` and `{editor:1}` stand for the key of an entry and its version, the id of an account and
 * the secret of a session, which a site has made.
 */
export function hostileEdits(count: number, seed: number): HostileRequest[] {
  const any = senders.map((sender) => ({
    weight: mayEdit.has(sender) ? 3 : 1,
    arbitrary: requestOf(sender),
  }));
  return fc.sample(fc.oneof(...any), { numRuns: count, seed });
}

const mayEdit = new Set<string>(['author', 'editor', 'admin']);

const oneOf = (...words: readonly string[]) => fc.constantFrom(...words);

const number = oneOf(...numbers);
const place = fc.nat(11).map(String);
const key = fc.oneof(
  { weight: 6, arbitrary: place.map((index) => `{key:${index}}`) },
  { weight: 3, arbitrary: fc.nat(3).map((index) => `new-entry-key-00000${index}`) },
  { weight: 1, arbitrary: oneOf('', '%00', 'a', 'a'.repeat(65), ...members) },
);
const account = fc.oneof(
  { weight: 4, arbitrary: place.map((index) => `{account:${index}}`) },
  oneOf('none', '%00', '_new', ...members),
);
const kind = fc.oneof({ weight: 20, arbitrary: oneOf(...kinds) }, oneOf('site', 'trash', ...members));
const id = fc.oneof({ weight: 12, arbitrary: oneOf(...knownIds) }, oneOf(...otherIds));

/** Address of an entry, of its own kind or of any. */
const entry = fc
  .oneof(
    oneOf('articles/spring', 'articles/winter', 'products/pot', 'authors/lin', 'authors/chen', 'pages/about'),
    fc.tuple(kind, id).map((parts) => parts.join('/')),
  )
  .map((rest) => `/edit/${rest}`);

/** Addresses of all forms and pages of editors. */
const path = fc.oneof(
  { weight: 6, arbitrary: entry },
  { weight: 3, arbitrary: kind.map((a) => `/edit/${a}/_new`) },
  { weight: 2, arbitrary: kind.map((a) => `/edit/${a}`) },
  fc.tuple(entry, oneOf('history', 'remove', 'rename', ...members)).map((parts) => parts.join('/')),
  { weight: 2, arbitrary: fc.tuple(entry, number).map((parts) => parts.join('/history/')) },
  fc.tuple(key, oneOf('', '/purge')).map(([a, b]) => `/edit/trash/${a}${b}`),
  { weight: 2, arbitrary: account.map((a) => `/edit/accounts/${a}`) },
  oneOf(
    '/edit',
    '/edit/site',
    '/edit/site',
    '/edit/trash',
    '/edit/redirects',
    '/edit/redirects',
    '/edit/media',
    '/edit/media/tea.svg',
    '/edit/media/_upload',
    '/edit/media/_replace/media/tea.svg',
    '/edit/accounts',
    '/edit/_picks/pictures',
    '/edit/_picks/links',
    '/edit/_picks/articles',
  ),
  oneOf('/edit/accounts/_new', '/account/status', '/account/link/a', `/account/link/${'a'.repeat(43)}`),
  fc
    .tuple(
      fc.oneof(oneOf('all', 'none'), key),
      oneOf('now', '2026-12-01T0800', '9999-12-31T2359', '2026-02-30T0800', 'never'),
      oneOf('', '/', '/articles', '/articles/spring', '/product/_payload.json', '/author/lin', '/x'),
    )
    .map(([what, at, rest]) => `/edit/preview/${what}/${at}${rest}`),
);

const fromForm = fc.tuple(number, key).map(([version, of]) => `version=${version}&key=${of}`);
const pair = fc
  .tuple(
    fc.oneof({ weight: 6, arbitrary: oneOf(...queryNames) }, oneOf(...members)),
    fc.oneof(oneOf(...queryValues), number, oneOf(...members)),
  )
  .map((parts) => parts.join('='));
const query = fc.oneof(
  { weight: 5, arbitrary: fromForm },
  { weight: 3, arbitrary: fc.array(pair, { maxLength: 3 }).map((pairs) => pairs.join('&')) },
  fc.tuple(fromForm, pair).map((parts) => parts.join('&')),
);
const anyTarget = fc.tuple(path, query).map(([where, asked]) => (asked === '' ? where : `${where}?${asked}`));

/** Actions of the entries' forms, in the order of their keys. */
const formTargets = [
  ...['/edit/articles/spring', '/edit/articles/winter', '/edit/authors/chen', '/edit/authors/lin'],
  ...['/edit/pages/about', '/edit/products/pot', '/edit/site'],
].map((where, index) => [where, `version={version:${index}}`, `key={key:${index}}`] as const);
const formTarget = fc.oneof(
  fc.constantFrom(...formTargets).map(([where, version, of]) => `${where}?${version}&${of}`),
  fc
    .tuple(place, fc.constantFrom(...formTargets))
    .map(([index, [, version]]) => `/edit/trash/{key:${index}}?${version}`),
  fc
    .tuple(fc.constantFrom(...formTargets), number)
    .map(([[where, version], seq]) => `${where}/history/${seq}?${version}`),
);
const target = fc.oneof(anyTarget, formTarget);

const text = fc.oneof(
  { weight: 12, arbitrary: oneOf(...texts) },
  { weight: 2, arbitrary: fc.tuple(oneOf(...texts), oneOf(...texts)).map((parts) => parts.join('')) },
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const field = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(oneOf(...fieldNames), text) },
  { weight: 2, arbitrary: fc.tuple(oneOf(...memberNames), text) },
);
const button = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant('do'), oneOf(...buttons)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('row'), oneOf(...rowSteps)) },
  fc.tuple(oneOf('do', 'row'), oneOf(...members)),
);
/** Fields that must be valid before others are checked. */
const needed = fc.oneof(
  fc.constant([]),
  fc.constant([['password', rightPassword]]),
  fc.nat(3).map((index) => [['id', `new-${index}`]]),
  fc.constant([
    ['f.title', '題目'],
    ['f.name', '名字'],
    ['f.author', 'lin'],
    ['f.category', '茶葉'],
  ]),
);
/** The mark of a whole form, without which nothing of it is looked at. */
const end = fc.oneof({ weight: 9, arbitrary: fc.constant([[wholeFormField, 'yes']]) }, fc.constant([]));
const fields = fc
  .tuple(fc.array(field, { maxLength: 5 }), button, needed, end)
  .map(([typed, pressed, first, last]) => [...first, ...typed, pressed, ...last]);

const boundary = 'zqzqzq';
const multipart = fields.map((pairs) => ({
  type: `multipart/form-data; boundary=${boundary}`,
  body: `${pairs
    .map(([name = '', value = '']) => {
      const quoted = name.replaceAll('"', '%22');
      return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"\r\n\r\n${value}\r\n`;
    })
    .join('')}--${boundary}--\r\n`,
}));
const encoded = fields.map((pairs) => ({
  type: 'application/x-www-form-urlencoded',
  body: pairs.map((both) => both.map((part) => encodeURIComponent(part.toWellFormed())).join('=')).join('&'),
}));
/** Without encoding, so that percent signs have an accidental meaning. */
const raw = fields.map((pairs) => ({
  type: 'application/x-www-form-urlencoded',
  body: pairs.map((both) => both.join('=')).join('&'),
}));
const broken = fc
  .tuple(multipart, fc.nat(400))
  .map(([{ type, body }, end]) => ({ type, body: body.slice(0, end) }));
const form = fc.oneof(
  { weight: 6, arbitrary: multipart },
  { weight: 2, arbitrary: encoded },
  raw,
  broken,
  fc
    .tuple(oneOf('text/plain', 'multipart/form-data', 'application/json', ''), text)
    .map(([type, body]) => ({ type, body })),
);

function requestOf(sender: (typeof senders)[number]): fc.Arbitrary<HostileRequest> {
  const about = fc.record({
    target,
    // No network is refused for sending more than an office would.
    network: fc.nat(0xffffff).map((n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`),
    session: fc.nat(9).map((n) => (sender === 'visitor' ? '' : `session={${sender}:${n}}`)),
    accept: oneOf('text/html', 'text/html', 'application/json', '*/*'),
    form: fc.option(form, { freq: 3 }),
    method: fc.oneof({ weight: 12, arbitrary: fc.constant('POST') }, oneOf('PUT', 'HEAD', 'DELETE')),
  });
  return about.map(({ target: where, network, session, accept, form: sent, method }) =>
    written({
      method: sent === null ? 'GET' : method,
      target: where,
      headers: [
        `Accept: ${accept}`,
        `X-Forwarded-For: ${network}`,
        'Sec-Fetch-Site: same-origin',
        ...(session === '' ? [] : [`Cookie: ${session}`]),
        ...(sent === null ? [] : [`Content-Type: ${sent.type}`]),
      ],
      body: sent?.body ?? '',
    }),
  );
}
