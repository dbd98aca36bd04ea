import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Begins with what takes longest, so that no process is left alone with it at the end. Vitest knows by itself how long
 * files have taken, but not where they have never run: then it begins with the largest, and these are small.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

const longest = [
  'browser/pages',
  'browser/accessibility',
  'long-browser/foreign-dom',
  'browser/early-visitors',
  'browser/editing-journey',
  'long-browser/rows',
  'long/incidents',
  'long/webkit',
  'long/page-store-columns-exhaustive',
  'long/firefox',
  'long/hostile-requests-exhaustive',
  'long/drawn-cards-exhaustive',
];

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((name) => moduleId.includes(`tests/${name}.`));
  return rank >= 0 ? rank : longest.length;
}
