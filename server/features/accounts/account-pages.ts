import type { Site } from '#shared/address/navigation-target.ts';
import {
  accountNotices,
  loginNotices,
  type AccountPayload,
  type LoginPayload,
} from '#shared/payload/account-payloads.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { readNext } from './next-path.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SignedIn } from './sessions/viewers.ts';

/** Login page before its form is sent. */
export function describeLogin(
  query: URLSearchParams,
  site: Site,
  google: LoginPayload['google'],
): LoginPayload {
  return {
    google,
    notice: loginNotices.find((notice) => notice === query.get('notice')) ?? null,
    next: readNext(query.get('next'), site),
  };
}

export async function describeAccount(
  { account, session }: SignedIn,
  query: URLSearchParams,
  { db, sessions, hasGoogle }: { db: Database; sessions: Sessions; hasGoogle: boolean },
): Promise<AccountPayload> {
  const identity = await db.read
    .selectFrom('identities')
    .select('subject')
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  const open = await sessions.list(account.id);
  return {
    name: account.name,
    email: account.email,
    role: account.role,
    hasPassword: account.password_hash !== null,
    hasGoogle: identity !== undefined,
    mayLinkGoogle: hasGoogle && identity === undefined && session.way === 'password',
    sessions: open.map((one) => ({
      userAgent: one.user_agent,
      way: one.way,
      createdAt: one.created_at,
      seenAt: one.seen_at,
      isThis: one.id_hash === session.id_hash,
    })),
    notice: accountNotices.find((notice) => notice === query.get('notice')) ?? null,
  };
}
