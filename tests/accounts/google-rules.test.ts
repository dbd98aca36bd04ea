import { describe, expect, test } from 'vitest';
import { readConfig, type GoogleConfig } from '#server/config/config.ts';
import { createAudit } from '#server/features/accounts/audit.ts';
import type { Claims } from '#server/features/accounts/google/google-provider.ts';
import { findGoogleAccount } from '#server/features/accounts/google/google-sign-in.ts';
import { createSessions } from '#server/features/accounts/sessions/sessions.ts';
import type { SignInWay } from '#shared/accounts.ts';
import { anAccount } from '../helpers/accounts.ts';
import { engines, openTestDatabase, silentLog, type EngineName } from '../helpers/databases.ts';
import { aClockAt } from '../helpers/site.ts';

const google: GoogleConfig = {
  mode: 'anyone',
  clientId: 'site',
  clientSecret: 'secret',
  issuer: 'https://accounts.google.com',
  allowedDomains: [],
};

const lin: Claims = {
  issuer: 'https://accounts.google.com',
  subject: '1234',
  email: 'lin@example.com',
  isEmailVerified: true,
  name: '林小青',
  hostedDomain: null,
};

async function setUp(engine: EngineName) {
  const db = await openTestDatabase(engine);
  const clock = aClockAt('2026-11-20T00:00:00Z');
  const audit = createAudit(db, clock, silentLog);
  const sessions = createSessions(db, clock, readConfig({}).sessionLifetimes);
  return {
    db,
    find: (claims: Partial<Claims>, rules: Partial<GoogleConfig> = {}, session: Session = null) =>
      findGoogleAccount(
        db,
        { ...lin, ...claims },
        { network: '192.0.2.1', session },
        { google: { ...google, ...rules }, clock, audit },
      ),
    async sessionOf(accountId: string, way: SignInWay) {
      return sessions.find(await sessions.start({ accountId, way, isRemembered: false, userAgent: '' }));
    },
  };
}

type Session = Parameters<typeof findGoogleAccount>[2]['session'];

describe.for(engines)('on %s', (engine) => {
  test('an identity is its issuer and subject, not its address', async () => {
    const { find } = await setUp(engine);
    const first = await find({});
    expect(first).toMatchObject({ kind: 'account', account: { email: 'lin@example.com', role: 'reader' } });
    expect(await find({ email: 'moved@example.com' })).toEqual(first);
    expect(await find({ subject: '5678' })).toEqual({ kind: 'refused', notice: 'google-link-first' });
    const elsewhere = await find({ issuer: 'https://id.example.com' });
    expect(elsewhere).toEqual({ kind: 'refused', notice: 'google-link-first' });
  });

  test('an account with a password is linked only after it, to its own address', async () => {
    const { db, find, sessionOf } = await setUp(engine);
    const { id } = await anAccount(db);
    expect(await find({})).toEqual({ kind: 'refused', notice: 'google-link-first' });
    expect(await find({}, {}, await sessionOf(id, 'google'))).toMatchObject({ kind: 'refused' });
    const session = await sessionOf(id, 'password');
    expect(await find({ email: 'other@example.com' }, {}, session)).toEqual({ kind: 'other-email' });
    expect(await find({ isEmailVerified: false }, {}, session)).toMatchObject({ kind: 'refused' });
    expect(await db.read.selectFrom('identities').selectAll().execute()).toEqual([]);
    expect(await find({}, {}, session)).toEqual({ kind: 'linked' });
    expect(await find({})).toMatchObject({ kind: 'account', account: { id } });
  });

  test('an account without password belongs to the first who proves its address', async () => {
    const { db, find } = await setUp(engine);
    const { id } = await anAccount(db, { hasPassword: false, role: 'editor' });
    expect(await find({ isEmailVerified: false })).toMatchObject({ notice: 'google-unverified' });
    expect(await find({}, { mode: 'existing' })).toMatchObject({
      kind: 'account',
      account: { id, role: 'editor' },
    });
    expect(await find({ subject: '5678' })).toMatchObject({ notice: 'google-link-first' });
  });

  test('a disabled account is refused, and new ones need “anyone”', async () => {
    const { db, find } = await setUp(engine);
    expect(await find({}, { mode: 'existing' })).toEqual({ kind: 'refused', notice: 'google-unknown' });
    await find({});
    await db.write.updateTable('accounts').set({ disabled_at: '2026-11-20T00:00:00.000Z' }).execute();
    expect(await find({})).toEqual({ kind: 'refused', notice: 'google-unknown' });
  });
});

const domains: [email: string, hostedDomain: string | null, issuer: string, isAllowed: boolean][] = [
  ['a@example.com', 'example.com', google.issuer, true],
  // A private Google account with a company's address.
  ['a@example.com', null, google.issuer, false],
  ['a@gmail.com', null, google.issuer, true],
  ['a@example.org', 'example.org', google.issuer, false],
  ['a@sub.example.com', 'sub.example.com', google.issuer, false],
  ['a@example.com.evil.example', 'example.com.evil.example', google.issuer, false],
  ['a@example.com', null, 'https://id.example.com', true],
  ['a@evil.example', null, 'https://id.example.com', false],
];

test.for(domains)('with a list of domains %s (hd %s, %s) may come in: %s', async (row) => {
  const [email, hostedDomain, issuer, isAllowed] = row;
  const { find } = await setUp('sqlite');
  const allowedDomains = ['example.com', 'gmail.com'];
  const result = await find({ email, hostedDomain, issuer }, { allowedDomains });
  expect(result.kind).toBe(isAllowed ? 'account' : 'refused');
});
