import type { LoginNotice } from '#shared/payload/account-payloads.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import type { Clock } from '#server/base/clock.ts';
import type { GoogleConfig } from '#server/config/config.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { findAccountByEmail, insertAccount, type Account } from '../account-queries.ts';
import { normaliseEmail } from '../account-email.ts';
import type { Audit } from '../audit.ts';
import { googleIssuer, type Claims } from './google-provider.ts';
import type { FoundSession } from '../sessions/sessions.ts';

export type GoogleResult =
  | { kind: 'account'; account: Account }
  | { kind: 'linked' }
  | { kind: 'other-email' }
  | { kind: 'refused'; notice: LoginNotice };

interface Rules {
  google: GoogleConfig;
  clock: Clock;
  audit: Audit;
}

interface AskingVisitor {
  network: string;
  /** Null without one. */
  session: FoundSession | null;
}

/**
 * Finds the account that the provider vouches for. An identity is the issuer and its subject, never an e-mail
 * address. To an account that is there it is linked only when the address is verified and the account's password was
 * proven: from its account page, in a session that began with the password. An account without password that the
 * operator made has nobody else yet: the first who proves its address has it.
 */
export async function findGoogleAccount(
  db: Database,
  claims: Claims,
  { network, session }: AskingVisitor,
  { google, clock, audit }: Rules,
): Promise<GoogleResult> {
  const linked = await findAccountByIdentity(db, claims);
  if (linked !== null) {
    if (linked.disabled_at !== null) return refused('google-unknown');
    return { kind: 'account', account: linked };
  }

  const email = claims.email === null ? null : normaliseEmail(claims.email);
  if (email === null || !claims.isEmailVerified) return refused('google-unverified');
  if (!isAllowedDomain(email, claims, google)) return refused('google-domain');

  if (session !== null && session.session.way === 'password') {
    if (session.account.email !== email) return { kind: 'other-email' };
    await link(db, session.account.id, claims, clock);
    await audit('google-linked', { accountId: session.account.id, network });
    return { kind: 'linked' };
  }

  const owner = await findAccountByEmail(db, email);
  if (owner !== null) {
    if (owner.disabled_at !== null) return refused('google-unknown');
    const isClaimable = owner.password_hash === null && !(await hasIdentity(db, owner.id));
    if (!isClaimable) return refused('google-link-first');
    await link(db, owner.id, claims, clock);
    await audit('google-linked', { accountId: owner.id, network });
    return { kind: 'account', account: owner };
  }

  if (google.mode === 'existing') return refused('google-unknown');
  const name = (claims.name ?? email.split('@')[0] ?? email).slice(0, 60);
  const account = await createReaderAccount(db, { email, name }, claims, clock);
  if (account === null) return refused('google-failed');
  await audit('account-created', { accountId: account.id, network, detail: 'reader, google' });
  return { kind: 'account', account };
}

function refused(notice: LoginNotice): GoogleResult {
  return { kind: 'refused', notice };
}

/** An address at a company's domain may be a private Google account: only `hd` proves that it is the company's. */
function isAllowedDomain(email: string, claims: Claims, { allowedDomains }: GoogleConfig): boolean {
  if (allowedDomains.length === 0) return true;
  const domain = email.split('@').at(-1) ?? '';
  const isCompanys =
    claims.issuer !== googleIssuer || domain === 'gmail.com' || claims.hostedDomain === domain;
  return isCompanys && allowedDomains.includes(domain);
}

async function findAccountByIdentity(db: Database, { issuer, subject }: Claims): Promise<Account | null> {
  const row = await db.read
    .selectFrom('identities')
    .innerJoin('accounts', 'accounts.id', 'identities.account_id')
    .select(columnsOf.accounts.map((name) => `accounts.${name}` as const))
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row ?? null;
}

async function hasIdentity(db: Database, accountId: string): Promise<boolean> {
  const row = await db.read
    .selectFrom('identities')
    .select('subject')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

async function link(
  db: Database,
  accountId: string,
  { issuer, subject }: Claims,
  clock: Clock,
): Promise<void> {
  const linked_at = clock.nowIso();
  await writeTransaction(db, (trx) =>
    trx
      .insertInto('identities')
      .values({ issuer, subject, account_id: accountId, linked_at })
      .onConflict((oc) => oc.columns(['issuer', 'subject']).doNothing())
      .execute(),
  );
}

/** Resolves to null when the address got an account a moment ago. */
function createReaderAccount(
  db: Database,
  { email, name }: { email: string; name: string },
  { issuer, subject }: Claims,
  clock: Clock,
): Promise<Account | null> {
  const now = clock.nowIso();
  return writeTransaction(db, async (trx) => {
    const account = await insertAccount(trx, {
      email,
      name,
      role: 'reader',
      passwordHash: null,
      createdAt: now,
    });
    if (account === null) return null;
    await trx
      .insertInto('identities')
      .values({ issuer, subject, account_id: account.id, linked_at: now })
      .execute();
    return account;
  });
}
