import type { Request, Response } from 'express';
import type { SignInWay } from '#shared/accounts.ts';
import type { Clock } from '#server/base/clock.ts';
import type { SessionLifetimes } from '#server/config/config.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Audit } from '../audit.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { rememberDevice } from './known-devices.ts';
import { networkOf } from '../network.ts';
import { newSecret } from '../secrets.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';

interface SignInFacts {
  accountId: string;
  way: SignInWay;
  isRemembered: boolean;
}

/** Begins a new session each time: the one that the browser had before is over, wherever it came from. */
export type BeginSession = (request: Request, response: Response, facts: SignInFacts) => Promise<void>;

interface BeginOptions {
  db: Database;
  clock: Clock;
  lifetimes: SessionLifetimes;
  sessions: Sessions;
  sessionCookie: SessionCookie;
  deviceCookie: DeviceCookie;
  audit: Audit;
}

export function createBeginSession(options: BeginOptions): BeginSession {
  const { db, clock, lifetimes, sessions, sessionCookie, deviceCookie, audit } = options;
  return async function beginSession(request, response, { accountId, way, isRemembered }) {
    const before = sessionCookie.read(request);
    if (before !== null) await sessions.end(before);
    const userAgent = request.headers['user-agent'] ?? '';
    const secret = await sessions.start({ accountId, way, isRemembered, userAgent });
    sessionCookie.set(response, secret, isRemembered ? lifetimes.remembered.absoluteMs : null);

    const device = deviceCookie.read(request) ?? newSecret();
    const seenAt = clock.nowIso();
    await writeTransaction(db, (trx) => rememberDevice(trx, { secret: device, accountId, seenAt }));
    deviceCookie.set(response, device);
    await audit('signed-in', { accountId, network: networkOf(request.ip), detail: way });
  };
}
