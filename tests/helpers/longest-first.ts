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
  'browser/foreign-dom',
  'browser/webkit',
  'browser/firefox',
  'browser/accessibility',
  'browser/title-font',
  'http/page-store-columns-exhaustive',
  'http/hostile-requests-exhaustive',
  'content/drawn-cards-exhaustive',
];
/** What `npm run check` leaves out. */
const slow = /tests\/(?:browser|process)\/|chaos|exhaustive/;

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((name) => moduleId.includes(`tests/${name}.`));
  if (rank >= 0) return rank;
  return longest.length + (slow.test(moduleId) ? 0 : 1);
}
