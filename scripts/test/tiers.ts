import { globSync, readFileSync } from 'node:fs';

/** A group of tests by their demands on the machine. vitest.config.ts makes a project of each. */
export interface Tier {
  files: readonly string[];
  leftOut?: readonly string[];
  /** Files that run at the same time. A browser test shares the two cores with its site and its database. */
  workers: number;
  /** Limit of a test on a quiet machine. */
  testSeconds: number;
  /** Limit of `expect.poll` on a quiet machine. */
  pollSeconds: number;
  /** Expected duration of the whole tier on two cores; the end of a run prints it beside the measured one. */
  budgetMinutes: number;
}

const asksEngines = /import \{[^}]*\bengines\b[^}]*\} from '(?:[./]+|#tests)\/helpers\/databases\.ts'/;

const withTheirOwnFolder = ['tests/browser/**', 'tests/process/**', 'tests/long/**', 'tests/long-browser/**'];

/** In the order in which they run: the quickest answer first. CONTRIBUTING.md has the rules for the tests of each. */
export const tiers = {
  fast: {
    files: ['tests/**/*.test.{ts,tsx}'],
    leftOut: withTheirOwnFolder,
    workers: 2,
    testSeconds: 10,
    pollSeconds: 8,
    budgetMinutes: 2,
  },
  engines: {
    files: filesThatAskEngines(),
    workers: 2,
    testSeconds: 20,
    pollSeconds: 15,
    budgetMinutes: 1.5,
  },
  browser: {
    files: ['tests/browser/**/*.test.ts'],
    workers: 2,
    testSeconds: 60,
    pollSeconds: 30,
    budgetMinutes: 2,
  },
  process: {
    files: ['tests/process/**/*.test.ts'],
    workers: 2,
    testSeconds: 60,
    pollSeconds: 30,
    budgetMinutes: 1,
  },
  'long-browser': {
    files: ['tests/long-browser/**/*.test.ts'],
    workers: 2,
    testSeconds: 60,
    pollSeconds: 30,
    budgetMinutes: 3,
  },
  long: {
    files: ['tests/long/**/*.test.ts'],
    workers: 2,
    testSeconds: 240,
    pollSeconds: 60,
    budgetMinutes: 8,
  },
  pooled: {
    // Sessions of the server are shared through a pooler: nothing may be kept in one, and no notification arrives.
    files: [
      'tests/http/page-store.test.ts',
      'tests/store/change-feed.test.ts',
      'tests/store/trusted-feed.test.ts',
      'tests/accounts/sign-in.test.ts',
    ],
    workers: 2,
    testSeconds: 60,
    pollSeconds: 30,
    budgetMinutes: 0.5,
  },
} satisfies Record<string, Tier>;

export type TierName = keyof typeof tiers;

export const tierNames = Object.keys(tiers) as TierName[];

/** Tiers of `npm test`; `npm run test:long` runs the others. */
export const shortTiers: readonly TierName[] = ['fast', 'engines', 'browser', 'process'];
export const longTiers: readonly TierName[] = ['long-browser', 'long', 'pooled'];

/**
 * Fast tests that take their engines from tests/helpers/databases.ts; `fast` runs them on SQLite. A test is for PostgreSQL
 * if its title says so.
 */
function filesThatAskEngines(): string[] {
  const files = globSync('tests/**/*.test.{ts,tsx}', { exclude: withTheirOwnFolder });
  return files.filter((file) => asksEngines.test(readFileSync(file, 'utf8'))).toSorted();
}
