import type { Database } from '#server/db/open-database.ts';
import { findAccountByEmail, replaceHash, type Account } from './account-queries.ts';
import { normaliseEmail } from './account-email.ts';
import type { Attempts, Limit } from './attempts.ts';
import type { Audit } from './audit.ts';
import { isKnownDevice } from './known-devices.ts';
import { hashPassword, needsRehash, verifyPassword, type Derive } from './passwords.ts';
import { hashSecret } from './secrets.ts';
import type { WorkQueue } from './work-queue.ts';

export interface PasswordTry {
  /** As typed. */
  email: string;
  password: string;
  network: string;
  /** Of the browser's cookie; null without one. */
  deviceSecret: string | null;
}

/** `busy`: too many are waiting for their passwords to be checked. */
export type PasswordResult<Done> =
  { kind: 'done'; value: Done } | { kind: 'wrong' } | { kind: 'limited' | 'busy'; retryAfterMs: number };

export interface PasswordSignIn {
  /** The account whose password this is. `wrong` does not tell whether there is such an account. */
  check(attempt: PasswordTry): Promise<PasswordResult<Account>>;
  /** For someone who is signed in and is asked again. */
  confirm(account: Pick<Account, 'id' | 'password_hash'>, password: string): Promise<PasswordResult<null>>;
  hash(password: string): Promise<string | null>;
}

export const windowMs = 15 * 60_000;
const mostPerNetwork = 20;
const mostPerAccount = 10;
const mostPerDevice = 10;

/** One core at most. Each turn takes 35–90 ms of it: the last in the queue waits less than 2 s. */
export const passwordQueueSize = { atOnce: 1, mostWaiting: 20 };
export const busyRetryMs = 5_000;

/**
 * Who is held up by whom: attempts are limited by network and by account, whether it exists or not, so that neither
 * one account can be guessed from many networks nor many accounts from one. A browser in which the account was
 * signed in to before has a limit of its own instead: no stranger can lock the account's owner out. What is within
 * its limits waits for a core, known browsers first, then those with the fewest attempts; a flood from many networks
 * is behind everybody who has not tried before.
 */
export function createPasswordSignIn(
  db: Database,
  { attempts, audit, queue, derive }: { attempts: Attempts; audit: Audit; queue: WorkQueue; derive: Derive },
): PasswordSignIn {
  async function check({ email, password, network, deviceSecret }: PasswordTry) {
    const normalised = normaliseEmail(email);
    const account = normalised === null ? null : await findAccountByEmail(db, normalised);
    const isKnown =
      account !== null && deviceSecret !== null && (await isKnownDevice(db, deviceSecret, account.id));
    const limits: Limit[] = isKnown
      ? [{ key: `device:${hashSecret(deviceSecret)}`, most: mostPerDevice }]
      : [
          { key: `network:${network}`, most: mostPerNetwork },
          // Hashed: what was typed may be anything.
          { key: `account:${hashSecret(normalised ?? email)}`, most: mostPerAccount },
        ];
    const accountId = account?.id ?? null;
    const taken = await attempts.take(limits);
    if (!taken.isAllowed) {
      if (taken.isFirst) await audit('sign-in-limited', { accountId, network });
      return { kind: 'limited', retryAfterMs: taken.retryAfterMs } as const;
    }

    const stored = account?.disabled_at === null ? account.password_hash : null;
    const rank = isKnown ? 0 : taken.count;
    const isRight = await queue.run(rank, () => verifyPassword(stored, password, derive));
    // It counts all the same: else a flood would stay in front.
    if (isRight === null) return { kind: 'busy', retryAfterMs: busyRetryMs } as const;
    if (!isRight || account === null) {
      await audit('sign-in-failed', { accountId, network });
      return { kind: 'wrong' } as const;
    }
    await attempts.giveBack(limits);
    await rehash(account, password);
    return { kind: 'done', value: account } as const;
  }

  async function rehash(account: Account, password: string): Promise<void> {
    if (account.password_hash === null || !needsRehash(account.password_hash)) return;
    const hash = await queue.run(0, () => hashPassword(password, derive));
    if (hash !== null) await replaceHash(db, account, hash);
  }

  return {
    check,

    async confirm({ id, password_hash }, password) {
      const limits = [{ key: `confirm:${id}`, most: mostPerAccount }];
      const taken = await attempts.take(limits);
      if (!taken.isAllowed) return { kind: 'limited', retryAfterMs: taken.retryAfterMs };
      const isRight = await queue.run(0, () => verifyPassword(password_hash, password, derive));
      if (isRight === null) return { kind: 'busy', retryAfterMs: busyRetryMs };
      if (!isRight) return { kind: 'wrong' };
      await attempts.giveBack(limits);
      return { kind: 'done', value: null };
    },

    hash: (password) => queue.run(0, () => hashPassword(password, derive)),
  };
}
