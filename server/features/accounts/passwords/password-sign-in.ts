import type { Database } from '#server/db/open/open-database.ts';
import type { WorkQueue } from '#server/base/work-queue.ts';
import { findAccountByEmail, replaceHash, type Account } from '../account-queries.ts';
import { normaliseEmail } from '../account-email.ts';
import type { Audit } from '../audit.ts';
import { findKnownDevice } from '../sessions/known-devices.ts';
import type { Limited } from './attempts.ts';
import { hashPassword, needsRehash, verifyPassword, type Derive } from './password-hash.ts';
import { hashSecret } from '../secrets.ts';
import type { SignInLimits } from './sign-in-limits.ts';

export interface PasswordTry {
  /** The address as it was typed. */
  email: string;
  password: string;
  network: string;
  /** Content of the browser's device cookie; null without one. */
  deviceSecret: string | null;
}

interface Done<Value> {
  kind: 'done';
  value: Value;
}

/** Too many are waiting for their passwords to be checked. */
interface Busy {
  kind: 'busy';
  retryAfterMs: number;
}

/** Result of checking a typed password. */
export type PasswordResult<Value> = Done<Value> | { kind: 'wrong' } | Limited | Busy;

export interface PasswordSignIn {
  /** The account whose password this is. `wrong` does not tell whether there is such an account. */
  check(attempt: PasswordTry): Promise<PasswordResult<Account>>;
  /** Checks the password of someone who is signed in and is asked again. */
  confirm(account: Pick<Account, 'id' | 'password_hash'>, password: string): Promise<PasswordResult<null>>;
  hash(password: string): Promise<Done<string> | Busy>;
}

/** Keeps to one core. Each turn takes 35–90 ms of it: the last in the queue waits less than 2 s. */
export const passwordQueueSize = { atOnce: 1, maxWaiting: 20 };
const busy: Busy = { kind: 'busy', retryAfterMs: 5_000 };

/**
 * Lets each attempt within its limits wait for its turn: known browsers first, then the networks with the fewest
 * tries.
 */
export function createPasswordSignIn(
  db: Database,
  { limits, audit, queue, derive }: { limits: SignInLimits; audit: Audit; queue: WorkQueue; derive: Derive },
): PasswordSignIn {
  async function check(attempt: PasswordTry): Promise<PasswordResult<Account>> {
    const { email, password, network, deviceSecret } = attempt;
    const rank = limits.raiseRank(network);
    // Before the database is asked anything: most of a flood ends here, and counts against nobody.
    if (deviceSecret === null && !queue.hasRoom(rank)) return busy;

    const normalised = normaliseEmail(email);
    const account = normalised === null ? null : await findAccountByEmail(db, normalised);
    const accountId = account?.id ?? null;
    const knownDevice = deviceSecret === null ? null : await findKnownDevice(db, deviceSecret, accountId);
    // Hashed: what was typed may be anything.
    const trier = { network, account: hashSecret(normalised ?? email), knownDevice };
    const turn = await limits.countAttempt(trier);
    const limited = turn.kind === 'limited' ? turn : turn.attack;
    if (limited?.isFirst) await audit('sign-in-limited', { accountId, network });
    if (turn.kind === 'limited') return turn;

    const stored = account?.disabled_at === null ? account.password_hash : null;
    const isRight = await queue.run(knownDevice === null ? rank : 0, () =>
      verifyPassword(stored, password, derive),
    );
    if (isRight === null) {
      await turn.refund();
      return busy;
    }
    if (!isRight || account === null) {
      await audit('sign-in-failed', { accountId, network });
      return turn.attack ?? { kind: 'wrong' };
    }
    await turn.refund();
    limits.lowerRank(network);
    await rehash(account, password);
    return { kind: 'done', value: account };
  }

  async function rehash(account: Account, password: string): Promise<void> {
    if (account.password_hash === null || !needsRehash(account.password_hash)) return;
    const hash = await queue.run(0, () => hashPassword(password, derive));
    if (hash !== null) await replaceHash(db, account, hash);
  }

  return {
    check,

    async confirm({ id, password_hash }, password) {
      const turn = await limits.countConfirmation(id);
      if (turn.kind === 'limited') return turn;
      const isRight = await queue.run(0, () => verifyPassword(password_hash, password, derive));
      if (isRight === null) return busy;
      if (!isRight) return { kind: 'wrong' };
      await turn.refund();
      return { kind: 'done', value: null };
    },

    async hash(password) {
      const hash = await queue.run(0, () => hashPassword(password, derive));
      return hash === null ? busy : { kind: 'done', value: hash };
    },
  };
}
