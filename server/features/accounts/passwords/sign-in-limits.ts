import { LRUCache } from 'lru-cache';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/open-database.ts';
import { createAttempts, type Attempts, type Limit } from './attempts.ts';
import { siteOf } from '../network.ts';

export interface Trier {
  network: string;
  /** What stands for the account in the database, whether there is one or not. */
  account: string;
  /** The same for a browser in which this account was signed in to before; null for any other. */
  knownDevice: string | null;
}

export type Turn =
  | {
      isAllowed: true;
      /** While the account is attacked: how long that lasts at least. Whoever is wrong then is told to wait. */
      attackedForMs: number | null;
      isFirstOver: boolean;
      /** The attempt was a right one, or was not looked at. */
      refund(): Promise<void>;
    }
  | { isAllowed: false; retryAfterMs: number; isFirstOver: boolean };

export interface SignInLimits {
  /** Of a try of this network: how often it has come of late, as far as this process knows. */
  rankOf(network: string): number;
  /** Its last try was a right one. */
  lowerRank(network: string): void;
  /** Counts a try, and says whether the password is looked at. */
  take(trier: Trier): Promise<Turn>;
  /** The same for someone who is signed in and is asked again. */
  takeConfirmation(accountId: string): Promise<Turn>;
}

const windowMs = 15 * 60_000;
const mostPerNetwork = 20;
const mostPerAccount = 10;
const mostPerDevice = 10;

const dayMs = 24 * 60 * 60_000;
const mostWhileAttacked = 10_000;
const mostPerSiteWhileAttacked = 3;

/**
 * Who is held up by whom. A network has its tries, then an account, whether it exists or not. After those it is
 * attacked, and looks at three more tries a day of each network that comes: its owner, in a new browser, gets in, while
 * the networks of a flood use theirs up. So an account can be guessed 960 times a day from few networks, and 10,000
 * times more from 3,334. A browser in which it was signed in to before has a limit of its own, and is never held up by
 * strangers.
 */
export function createSignInLimits(db: Database, clock: Clock): SignInLimits {
  const window = createAttempts(db, clock, windowMs);
  const day = createAttempts(db, clock, dayMs);
  const tries = new LRUCache<string, { count: number; endsAt: number }>({ max: 20_000 });

  async function takeOne(limit: Limit): Promise<Turn> {
    const taken = await window.take(limit);
    if (!taken.isAllowed) return refusal(taken.retryAfterMs, taken.isFirst);
    return allowance([[window, limit]]);
  }

  async function takeAsStranger({ network, account }: Trier): Promise<Turn> {
    const ofNetwork = { key: `network:${network}`, most: mostPerNetwork };
    const ofAccount = { key: `account:${account}`, most: mostPerAccount };
    const whileAttacked = [
      { key: `attack-from:${siteOf(network)} ${account}`, most: mostPerSiteWhileAttacked },
      { key: `attack:${account}`, most: mostWhileAttacked },
    ];
    // A flood is refused by what is known: counting it in the database is what it would cost the pages.
    const accountLeft = window.refusedFor(ofAccount);
    if (accountLeft !== null && whileAttacked.some((limit) => day.refusedFor(limit) !== null))
      return refusal(accountLeft, false);

    const byNetwork = await window.take(ofNetwork);
    if (!byNetwork.isAllowed) return refusal(byNetwork.retryAfterMs, byNetwork.isFirst);
    const counted: Counted[] = [[window, ofNetwork]];
    const byAccount = await window.take(ofAccount);
    if (byAccount.isAllowed) return allowance([...counted, [window, ofAccount]]);

    const { retryAfterMs, isFirst } = byAccount;
    for (const limit of whileAttacked) {
      const taken = await day.take(limit);
      if (!taken.isAllowed) return refusal(retryAfterMs, isFirst);
      counted.push([day, limit]);
    }
    return { ...allowance(counted), attackedForMs: retryAfterMs, isFirstOver: isFirst };
  }

  return {
    rankOf(network) {
      const known = tries.get(network);
      if (known !== undefined && known.endsAt > clock.now()) return (known.count += 1);
      tries.set(network, { count: 1, endsAt: clock.now() + windowMs });
      return 1;
    },

    lowerRank(network) {
      const known = tries.get(network);
      if (known !== undefined) known.count -= 1;
    },

    take(trier) {
      const { knownDevice } = trier;
      if (knownDevice === null) return takeAsStranger(trier);
      return takeOne({ key: `device:${knownDevice}`, most: mostPerDevice });
    },

    takeConfirmation: (accountId) => takeOne({ key: `confirm:${accountId}`, most: mostPerAccount }),
  };
}

type Counted = [by: Attempts, limit: Limit];

function allowance(counted: readonly Counted[]) {
  return {
    isAllowed: true,
    attackedForMs: null,
    isFirstOver: false,
    async refund() {
      for (const [by, limit] of counted) await by.refund(limit);
    },
  } as const;
}

function refusal(retryAfterMs: number, isFirstOver: boolean) {
  return { isAllowed: false, retryAfterMs, isFirstOver } as const;
}
