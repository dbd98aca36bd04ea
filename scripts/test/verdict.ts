import type { Failure } from './report.ts';

/** More tests than this that fail at first and pass alone make a run red. */
export const maxUnsteady = 3;

/** Files that failed are run again up to this number; with more of them something is broken, and a second look says nothing new. */
export const maxFilesRunAgain = 10;

export interface Verdict {
  isRed: boolean;
  /** First failures of tests that passed alone. */
  unsteady: Failure[];
  /** Failures that count: of files that failed twice, or were not run again. */
  broken: Failure[];
  /** Reasons for red that no failure names. */
  reasons: string[];
}

interface Evidence {
  failures: readonly Failure[];
  otherErrors: readonly string[];
  /** Keys (`keyOf`) of the files that passed when they were run again, alone. */
  passedAlone: ReadonlySet<string>;
  /** Titles of tests in tests/unsteady.json, whose cause is not fixed yet. */
  formerlyUnsteady: readonly string[];
}

/**
 * Separates failures by chance from broken behaviour: the run is red if a test fails alone too, or if tests fail by
 * chance too often.
 */
export function judge({ failures, otherErrors, passedAlone, formerlyUnsteady }: Evidence): Verdict {
  const unsteady = failures.filter((failure) => passedAlone.has(keyOf(failure)));
  const broken = failures.filter((failure) => !passedAlone.has(keyOf(failure)));
  const again = unsteady.filter((failure) => formerlyUnsteady.includes(titleOf(failure)));
  const reasons = [
    ...otherErrors.map((error) => `error outside of the tests: ${error}`),
    ...(unsteady.length > maxUnsteady
      ? [`${unsteady.length} unsteady tests, and at most ${maxUnsteady} are allowed`]
      : []),
    ...again.map((failure) => `unsteady again, and not mended yet: ${titleOf(failure)}`),
  ];
  return { isRed: broken.length > 0 || reasons.length > 0, unsteady, broken, reasons };
}

/** A file within a tier: the same file may run in two. */
export function keyOf({ tier, file }: Pick<Failure, 'tier' | 'file'>): string {
  return `${tier} ${file}`;
}

export function titleOf({ tier, file, test }: Failure): string {
  return `[${tier}] ${file}${test === null ? '' : ` > ${test}`}`;
}
