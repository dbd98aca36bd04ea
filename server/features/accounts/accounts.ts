import type { AccountPayload, LoginPayload } from '#shared/payloads.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/open-database.ts';
import { describeAccount, describeLogin } from './account-pages.ts';
import { createSessionCookie, type SessionCookie } from './session-cookie.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createViewers, type SignedIn, type Viewers } from './viewers.ts';

export interface Accounts {
  sessions: Sessions;
  sessionCookie: SessionCookie;
  viewers: Viewers;
  describeLogin(query: URLSearchParams): LoginPayload;
  describeAccount(signedIn: SignedIn, query: URLSearchParams): Promise<AccountPayload>;
}

interface AccountsOptions {
  config: Config;
  db: Database;
  clock: Clock;
}

export function createAccounts({ config, db, clock }: AccountsOptions): Accounts {
  const site = { origin: config.publicUrl, basePath: config.basePath };
  const hasGoogle = config.google !== null;
  const sessions = createSessions(db, clock, config.sessionLifetimes);
  const sessionCookie = createSessionCookie(config.publicUrl?.startsWith('https:') ?? false);
  return {
    sessions,
    sessionCookie,
    viewers: createViewers(db, sessions, sessionCookie),
    describeLogin: (query) => describeLogin(query, site, hasGoogle),
    describeAccount: (signedIn, query) => describeAccount(signedIn, query, { db, sessions, hasGoogle }),
  };
}
