import { decodeJwt } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open/open-database.ts';
import { production } from '#scripts/build/folders.ts';
import { anAccount, rightPassword } from '../helpers/accounts.ts';
import { startSite } from '../helpers/built-site.ts';
import { engines, preparedDatabaseConfig, silentLog, urlOf } from '../helpers/databases.ts';
import { findFreePort } from '#scripts/tools/servers/free-port.ts';
import { startOpenidProvider, type OpenidProvider } from '../helpers/openid-provider.ts';
import { aVisitor, type Answer, type Visitor } from '../helpers/visitor.ts';

const wrongPassword = 'canary-wrong-password';
const newPassword = 'canary-new-password';
const clientSecret = 'canary-client-secret';
/** Values shown again to the person who typed them: in the field of the address, and in the address itself. */
const echoed = ['canary-typed-as-email', 'canary-in-the-address'];
const typedPasswords = [rightPassword, wrongPassword, newPassword, ...echoed, 'canary-in-json'];
/** Personal data of the two people. */
const personal = ['lin@example.com', '林小青', 'mei@example.com', '陳小梅'];

const pages = ['/', '/product', '/articles', '/login', '/account', '/account/saved', '/nope'];
const payloads = [
  '/_payload.json',
  '/product/_payload.json',
  '/account/_payload.json',
  '/login/_payload.json',
];

test.for(engines)('no log, answer or table on %s holds a secret or another’s data', async (engine) => {
  const { origin, provider, site, db } = await setUp(engine);
  const people = { lin: aVisitor(origin), mei: aVisitor(origin) };
  const others = { anonymous: aVisitor(origin), hua: aVisitor(origin) };
  await others.hua.post('/login', { email: 'hua@example.com', password: rightPassword });

  await visitWithPassword(people.lin);
  await visitWithGoogle(people.mei, provider);
  const meanwhile = [await lookAround(others.anonymous), await lookAround(others.hua)];
  await leave(people.lin);
  await leave(people.mei);
  const afterwards = [await lookAround(others.anonymous), await lookAround(others.hua)];
  // They were really there, and the others really looked.
  expect(people.lin.answers.map(({ body }) => body).join()).toContain('lin@example.com');
  expect(people.mei.answers.map(({ body }) => body).join()).toContain('mei@example.com');
  expect(provider.tokenAnswers.length).toBeGreaterThanOrEqual(3);
  expect([...meanwhile, ...afterwards].flat().filter(({ status }) => status === 200).length).toBeGreaterThan(
    15,
  );

  const visitors = [...Object.values(people), ...Object.values(others)];
  const secrets = [
    ...typedPasswords,
    clientSecret,
    ...visitors.flatMap(({ cookies }) => cookies),
    ...visitors.flatMap(({ cookies }) => cookies.flatMap(secretsOfFlow)),
    ...provider.tokenAnswers.flatMap(secretsOfTokens),
  ];
  expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);
  const found = (text: string, canaries: string[]) => canaries.filter((canary) => text.includes(canary));
  const log = site.output();
  expect(log).toContain('"signed-in"');
  expect(found(log, [...secrets, ...personal])).toEqual([]);
  expect(log).not.toMatch(/[?&](code|state)=[\w-]/);
  const hidden = secrets.filter((secret) => !echoed.includes(secret));
  // The address of the provider contains values that it returns.
  const isFromHere = ({ location }: Answer) => !location.startsWith(provider.issuer);
  for (const { body, head } of visitors.flatMap(({ answers }) => answers).filter(isFromHere))
    expect(found(body + head, hidden), body.slice(0, 200)).toEqual([]);
  for (const { body, head } of Object.values(others).flatMap(({ answers }) => answers))
    expect(found(body + head, [...personal, ...echoed]), body.slice(0, 200)).toEqual([]);
  const tables = [
    'accounts',
    'identities',
    'sessions',
    'known_devices',
    'attempts',
    'account_events',
  ] as const;
  for (const table of tables) {
    const rows = JSON.stringify(await db.read.selectFrom(table).selectAll().execute());
    expect(found(rows, secrets), table).toEqual([]);
  }
});

async function setUp(engine: (typeof engines)[number]) {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const mei = { email: 'mei@example.com', email_verified: true, name: '陳小梅' };
  const provider = await startOpenidProvider(`${origin}/login/google/callback`, { mei });
  const database = await preparedDatabaseConfig(engine);
  const site = await startSite(production, {
    PORT: String(port),
    PUBLIC_URL: origin,
    DATABASE_URL: urlOf(database),
    LOG_LEVEL: 'trace',
    GOOGLE_SIGN_IN: 'anyone',
    GOOGLE_CLIENT_ID: 'site',
    GOOGLE_CLIENT_SECRET: clientSecret,
    OIDC_ISSUER: provider.issuer,
  });
  const db = await openDatabase(database, silentLog);
  onTestFinished(() => db.close());
  await anAccount(db);
  await anAccount(db, { email: 'hua@example.com', name: '王小華' });
  return { origin, provider, site, db };
}

async function visitWithPassword(lin: Visitor): Promise<void> {
  const json = { Accept: 'application/json' };
  const signIn = { email: 'lin@example.com', password: rightPassword };
  await lin.post('/login', { ...signIn, password: wrongPassword });
  await lin.post('/login', { ...signIn, password: wrongPassword }, json);
  await lin.post('/login', { email: 'canary-typed-as-email', password: wrongPassword });
  await lin.get('/login?password=canary-in-the-address&email=lin@example.com');
  await lin.post('/login', { ...signIn, password: wrongPassword }, { 'Sec-Fetch-Site': 'cross-site' });
  await lin.post('/login', { ...signIn, password: wrongPassword.repeat(2000) });
  await lin.post('/login', { password: 'canary-in-json' }, { 'Content-Type': 'application/json' });
  await lin.follow(await lin.post('/login', { ...signIn, remember: 'on', next: '/product' }));
  await lin.follow(await lin.post('/account/saved', { save: 'product:wenshan-baozhong', back: '/product' }));
  await lookAround(lin);
  const change = { do: 'change-password', password: rightPassword, 'new-password': newPassword };
  await lin.post('/account', { ...change, password: wrongPassword });
  await lin.post('/account', { ...change, password: wrongPassword }, json);
  await lin.post('/account', { ...change, 'new-password': 'password1' });
  await lin.follow(await lin.post('/account', change));
  await lin.post('/account', { do: 'delete', password: wrongPassword });
  await lookAround(lin);
}

async function visitWithGoogle(mei: Visitor, provider: OpenidProvider): Promise<void> {
  await mei.get('/login/google/callback?code=canary-code&state=canary-state');
  provider.tampering = { isForged: true };
  await signInThere(mei);
  provider.tampering = { tokenAnswer: '{"access_token":"canary-token-in-garbage' };
  await signInThere(mei);
  provider.tampering = { claims: { nonce: 'another-nonce' } };
  await signInThere(mei);
  provider.tampering = {};
  await signInThere(mei);
  await lookAround(mei);
}

/** Steps of a person at the provider, which remembers its last visitor. */
async function signInThere(mei: Visitor): Promise<void> {
  let page = await mei.follow(await mei.get('/login/google?next=/account'));
  while (page.body.includes('name="prompt"')) {
    const [, action = ''] = /action="([^"]+)"/.exec(page.body) ?? [];
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page.body) ?? [];
    page = await mei.follow(await mei.post(action, { prompt, login: 'mei', password: 'anything' }));
  }
}

async function leave(visitor: Visitor): Promise<void> {
  await visitor.follow(await visitor.post('/account', { do: 'sign-out' }));
  await lookAround(visitor);
}

async function lookAround(visitor: Visitor) {
  const answers = [];
  for (const address of [...pages, ...payloads]) answers.push(await visitor.get(address));
  answers.push(await visitor.get('/nope', { Accept: 'application/json' }));
  answers.push(await visitor.get('/%', {}));
  answers.push(await visitor.post('/product', { password: wrongPassword }));
  return answers;
}

/** Secrets in the cookie of a pending sign-in. */
function secretsOfFlow(cookie: string): string[] {
  const text = Buffer.from(cookie, 'base64url').toString('utf8');
  // Every 256th of the other cookies, which are random, begins like JSON too.
  if (!/^\{"\w+":/.test(text)) return [];
  const { state, nonce, verifier } = JSON.parse(text) as Record<string, string>;
  return [state ?? '', nonce ?? '', verifier ?? ''];
}

function secretsOfTokens(answer: unknown): string[] {
  if (typeof answer === 'string') return ['canary-token-in-garbage'];
  const { id_token = '', access_token = '' } = answer as Record<string, string>;
  const signature = id_token.split('.').at(-1) ?? '';
  const { at_hash } = decodeJwt(id_token);
  return [id_token, signature, access_token, ...(typeof at_hash === 'string' ? [at_hash] : [])];
}
