/** Result of a run of vitest, written by tier-reporter.ts. */
export interface RunReport {
  tiers: TierResult[];
  failures: Failure[];
  /** Errors outside of any test file, such as one in the global setup. */
  otherErrors: string[];
}

export interface TierResult {
  name: string;
  files: number;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
}

export interface Failure {
  tier: string;
  /** Path from the root of the project. */
  file: string;
  /** Full title; null where the file itself failed, as in an import. */
  test: string | null;
  error: string;
  /** Load average of the last minute when it failed; above the number of cores the machine had more to do than it could. */
  load: number;
}

/** Environment variable with the path to which the report is written. */
export const reportPathVariable = 'QINGYE_TEST_REPORT';
