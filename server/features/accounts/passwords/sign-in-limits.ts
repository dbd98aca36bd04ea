import { LRUCache } from 'lru-cache';
import type { Clock } from '#server/base/clock.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { dayMs, minuteMs } from '#server/base/durations.ts';
import { createAttempts, type Attempts, type Limit, type Limited, upTo20000 } from './attempts.ts';
import { siteOf } from '../network.ts';

export interface Trier {
  network: string;
  /** Hash that stands for the account in the database, whether the account exists or not. */
  account: string;
  /** Hash of a browser in which this account was signed in before; null for any other. */
  knownDevice: string | null;
}

/** Permission to check a password. */
export interface Turn {
  kind: 'turn';
  /** Answer to a wrong password while the account is under attack; null otherwise. */
  attack: Limited | null;
  /** Takes the count back: the attempt was a right one, or was not looked at. */
  refund(): Promise<void>;
}

export interface SignInLimits {
  /** Counts a try of this network. Returns the number of its recent tries, as far as this process knows. */
  raiseRank(network: string): number;
  /** Takes one try back: it was a right one. */
  lowerRank(network: string): void;
  /** Counts an attempt to sign in. */
  countAttempt(trier: Trier): Promise<Turn | Limited>;
  /** Counts an attempt of someone who is signed in and is asked again. */
  countConfirmation(accountId: string): Promise<Turn | Limited>;
}

const windowMs = 15 * minuteMs;
const maxPerNetwork = 20;
const maxPerAccount = 10;
const maxPerDevice = 10;

const maxWhileAttacked = 10_000;
const maxPerSiteWhileAttacked = 3;

/**
 * Decides who is held up by whom. A network has its tries, then an account, whether it exists or not. After those it is
 * attacked, and looks at three more tries a day of each network that comes: its owner, in a new browser, gets in, while
 * the networks of a flood use theirs up. So an account can be guessed 960 times a day from few networks, and 10,000
 * times more from 3,334. A browser in which it was signed in to before has a limit of its own, and is never held up by
 * strangers.
 */
export function createSignInLimits(db: Database, clock: Clock): SignInLimits {
  const window = createAttempts(db, clock, windowMs);
  const day = createAttempts(db, clock, dayMs);
  const tries = new LRUCache<string, { count: number; endsAt: number }>(upTo20000);

  async function countAgainst(limit: Limit): Promise<Turn | Limited> {
    return (await window.countAttempt(limit)) ?? turn([[window, limit]]);
  }

  async function countStranger({ network, account }: Trier): Promise<Turn | Limited> {
    const ofNetwork = { key: `network:${network}`, max: maxPerNetwork };
    const ofAccount = { key: `account:${account}`, max: maxPerAccount };
    const whileAttacked = [
      { key: `attack-from:${siteOf(network)} ${account}`, max: maxPerSiteWhileAttacked },
      { key: `attack:${account}`, max: maxWhileAttacked },
    ];
    // A flood is refused from memory: counting it in the database is what it would cost the pages.
    const attackBefore = window.findLimited(ofAccount);
    if (attackBefore !== null && whileAttacked.some((limit) => day.findLimited(limit) !== null))
      return attackBefore;

    const limited = await window.countAttempt(ofNetwork);
    if (limited !== null) return limited;
    const counted: Counted[] = [[window, ofNetwork]];
    const attack = await window.countAttempt(ofAccount);
    if (attack === null) return turn([...counted, [window, ofAccount]]);

    for (const limit of whileAttacked) {
      if ((await day.countAttempt(limit)) !== null) return attack;
      counted.push([day, limit]);
    }
    return turn(counted, attack);
  }

  return {
    raiseRank(network) {
      const recent = tries.get(network);
      if (recent !== undefined && recent.endsAt > clock.elapsed()) return (recent.count += 1);
      tries.set(network, { count: 1, endsAt: clock.elapsed() + windowMs });
      return 1;
    },

    lowerRank(network) {
      const recent = tries.get(network);
      if (recent !== undefined) recent.count -= 1;
    },

    countAttempt(trier) {
      const { knownDevice } = trier;
      if (knownDevice === null) return countStranger(trier);
      return countAgainst({ key: `device:${knownDevice}`, max: maxPerDevice });
    },

    countConfirmation: (accountId) => countAgainst({ key: `confirm:${accountId}`, max: maxPerAccount }),
  };
}

type Counted = [by: Attempts, limit: Limit];

function turn(counted: readonly Counted[], attack: Limited | null = null): Turn {
  return {
    kind: 'turn',
    attack,
    async refund() {
      for (const [by, limit] of counted) await by.refund(limit);
    },
  };
}
