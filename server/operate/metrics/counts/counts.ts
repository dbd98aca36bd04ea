import type { StorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { createRecent, type Recent } from './recent.ts';
import { createTally, type Tally } from './tally.ts';

/** Kinds of answers. `stored`: from the page store, before any other handler. */
export const answerKinds = ['stored', 'page', 'file', 'form', 'edit', 'health', 'other'] as const;
export type AnswerKind = (typeof answerKinds)[number];

export const signInOutcomes = ['signed-in', 'sign-in-failed', 'sign-in-limited'] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

export interface PageStoreUse {
  entries: number;
  bytes: number;
  maxBytes: number;
}

/** Counts of a site since its process began: plain numbers, turned into metrics on request. */
export interface Counts {
  requests: Record<AnswerKind, { /** By the first digit of the status. */ statuses: number[]; took: Tally }>;
  begun: number;
  ended: number;
  /** The visitor left before the end. */
  aborted: number;
  pages: { hit: number; miss: number; stale: number };
  loading: Tally;
  rendering: Tally;
  slowPages: Recent;
  queries: Tally;
  slowQueries: Recent;
  queryErrors: Record<StorageTrouble | 'other', number>;
  fullDisk: Recent;
  signIns: Record<SignInOutcome, number>;
  /** Null before the pages are there. */
  pageStore: (() => PageStoreUse) | null;
  activeRenders: () => number;
}

const requestBounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const workBounds = [0.001, 0.005, 0.01, 0.025, 0.1, 0.25, 0.5, 1, 5];

export function createCounts(): Counts {
  const kinds = answerKinds.map((kind) => [
    kind,
    { statuses: [0, 0, 0, 0, 0, 0], took: createTally(requestBounds) },
  ]);
  return {
    requests: Object.fromEntries(kinds) as Counts['requests'],
    ...{ begun: 0, ended: 0, aborted: 0 },
    pages: { hit: 0, miss: 0, stale: 0 },
    loading: createTally(workBounds),
    rendering: createTally(workBounds),
    slowPages: createRecent(),
    queries: createTally(workBounds),
    slowQueries: createRecent(),
    queryErrors: { lost: 0, busy: 0, 'read-only': 0, full: 0, other: 0 },
    fullDisk: createRecent(),
    signIns: { 'signed-in': 0, 'sign-in-failed': 0, 'sign-in-limited': 0 },
    pageStore: null,
    activeRenders: () => 0,
  };
}

/** Other events are not attempts to sign in. */
export function countSignIns({ signIns }: Counts): (event: string) => void {
  return (event) => {
    const outcome = signInOutcomes.find((one) => one === event);
    if (outcome !== undefined) signIns[outcome] += 1;
  };
}
