import request, { type Response } from 'supertest';
import type { Express } from 'express';
import type { Role } from '#shared/accounts.ts';
import { insertAccount, type Account } from '#server/features/accounts/account-queries.ts';
import { createAccounts, type Accounts } from '#server/features/accounts/accounts.ts';
import { hashPassword } from '#server/features/accounts/passwords/password-hash.ts';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { silentLog } from './databases.ts';
import { deriveOnce } from './derive-once.ts';

export const rightPassword = '烏龍茶要慢慢喝 2026';

let storedHash: Promise<string> | undefined;

/** An account as the operator makes it. */
export async function anAccount(
  db: Database,
  { email = 'lin@example.com', name = '林小青', role = 'reader', hasPassword = true }: AccountFacts = {},
): Promise<Account> {
  storedHash ??= hashPassword(rightPassword, deriveOnce);
  const passwordHash = hasPassword ? await storedHash : null;
  const createdAt = '2026-11-01T00:00:00.000Z';
  const account = await writeTransaction(db, (trx) =>
    insertAccount(trx, { email, name, role, passwordHash, createdAt }),
  );
  if (account === null) throw new Error(`${email} is taken`);
  return account;
}

interface AccountFacts {
  email?: string;
  name?: string;
  role?: Role;
  hasPassword?: boolean;
}

/** Accounts for a loader, over this database. */
export function accountsOf(db: Database): Accounts {
  const config = readConfig({});
  return createAccounts({ config, db, clock: systemClock, log: silentLog, fetch, derive: deriveOnce });
}

/** Cookies that a browser keeps of the answers, as the header of its next request. */
export function cookiesOf(...answers: Response[]): string {
  const jar = new Map<string, string>();
  for (const answer of answers) {
    for (const line of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (/Expires=Thu, 01 Jan 1970/.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Sends a form as a browser without script does. */
export function post(app: Express, address: string, fields: Record<string, string>, cookie = '') {
  // Forms of the edit area say at their end that they came whole.
  const whole = address.startsWith('/edit/') ? { whole: 'yes' } : {};
  return request(app)
    .post(address)
    .set({ Accept: 'text/html', Cookie: cookie })
    .type('form')
    .send({ ...fields, ...whole });
}

export function get(app: Express, address: string, cookie = '') {
  return request(app).get(address).set({ Accept: 'text/html', Cookie: cookie });
}

/** The cookie header of a browser in which this account is signed in. */
export async function signedIn(app: Express, email = 'lin@example.com', more = {}): Promise<string> {
  const answer = await post(app, '/login', { email, password: rightPassword, ...more });
  if (answer.status !== 303) throw new Error(`signing in answered ${answer.status}`);
  return cookiesOf(answer);
}
