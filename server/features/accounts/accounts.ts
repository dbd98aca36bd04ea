import type { Site } from '#shared/address/navigation-target.ts';
import { paths, withBase } from '#shared/address/paths.ts';
import type { AccountPayload, LoginPayload } from '#shared/payload/account-payloads.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/open/open-database.ts';
import type { Log } from '#server/base/log.ts';
import { createWorkQueue } from '#server/base/work-queue.ts';
import { describeAccount, describeLogin } from './account-pages.ts';
import { createAudit, type AccountEvent, type Audit } from './audit.ts';
import { createBeginSession, type BeginSession } from './sessions/begin-session.ts';
import { createDeviceCookie, type DeviceCookie } from './sessions/device-cookie.ts';
import { createFlowCookie, type FlowCookie } from './google/flow-cookie.ts';
import { createGoogleProvider, type Claims, type GoogleProvider } from './google/google-provider.ts';
import { findGoogleAccount, type GoogleResult } from './google/google-sign-in.ts';
import {
  createPasswordSignIn,
  passwordQueueSize,
  type PasswordSignIn,
} from './passwords/password-sign-in.ts';
import type { Derive } from './passwords/password-hash.ts';
import { createSessionCookie, type SessionCookie } from './sessions/session-cookie.ts';
import { createSessions, type FoundSession, type Sessions } from './sessions/sessions.ts';
import { createSignInLimits } from './passwords/sign-in-limits.ts';
import { createViewers, type SignedIn, type Viewers } from './sessions/viewers.ts';

/** Everything that signing in needs, put together once. */
export interface Accounts {
  db: Database;
  clock: Clock;
  site: Site;
  audit: Audit;
  sessions: Sessions;
  viewers: Viewers;
  passwords: PasswordSignIn;
  beginSession: BeginSession;
  sessionCookie: SessionCookie;
  deviceCookie: DeviceCookie;
  flowCookie: FlowCookie;
  /** Null when signing in with Google is not configured. */
  google: GoogleSignIn | null;
  describeLogin(query: URLSearchParams): LoginPayload;
  describeAccount(signedIn: SignedIn, query: URLSearchParams): Promise<AccountPayload>;
}

interface GoogleSignIn {
  provider: GoogleProvider;
  findAccount(claims: Claims, network: string, session: FoundSession | null): Promise<GoogleResult>;
}

interface AccountsOptions {
  config: Pick<Config, 'publicUrl' | 'basePath' | 'google' | 'sessionLifetimes'>;
  db: Database;
  clock: Clock;
  log: Log;
  fetch: typeof globalThis.fetch;
  /** Runs argon2id. */
  derive: Derive;
  count?: (event: AccountEvent) => void;
}

export function createAccounts({ config, db, clock, log, fetch, derive, count }: AccountsOptions): Accounts {
  const { publicUrl, basePath, sessionLifetimes: lifetimes } = config;
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  const audit = createAudit(db, clock, log, count);
  const sessions = createSessions(db, clock, lifetimes);
  const cookies = {
    sessionCookie: createSessionCookie(isHttps, basePath),
    deviceCookie: createDeviceCookie(isHttps),
    flowCookie: createFlowCookie(isHttps),
  };
  const site = { origin: publicUrl, basePath };
  const google = createGoogleSignIn({ config, db, clock, audit, fetch });
  const hasGoogle = google !== null;
  return {
    ...cookies,
    db,
    clock,
    site,
    audit,
    sessions,
    google,
    viewers: createViewers(db, sessions, cookies.sessionCookie),
    passwords: createPasswordSignIn(db, {
      limits: createSignInLimits(db, clock),
      audit,
      queue: createWorkQueue(passwordQueueSize),
      derive,
    }),
    beginSession: createBeginSession({ ...cookies, db, clock, lifetimes, sessions, audit }),
    describeLogin: (query) => describeLogin(query, site, config.google?.mode ?? null),
    describeAccount: (signedIn, query) => describeAccount(signedIn, query, { db, sessions, hasGoogle }),
  };
}

function createGoogleSignIn({
  config: { google, publicUrl, basePath },
  db,
  clock,
  audit,
  fetch,
}: Omit<AccountsOptions, 'log' | 'derive'> & { audit: Audit }): GoogleSignIn | null {
  // The configuration has both or neither.
  if (google === null || publicUrl === null) return null;
  const redirectUri = publicUrl + withBase(basePath, paths.googleCallback);
  return {
    provider: createGoogleProvider(google, { redirectUri, fetch }),
    findAccount: (claims, network, session) =>
      findGoogleAccount(db, claims, { network, session }, { google, clock, audit }),
  };
}
