import { readableVersions } from '#scripts/build/browser-versions.ts';
import { browsers, findLacking, versionsOf, type FeatureKey } from './compat-data.ts';

/**
 * Features that not all browsers have that read the scripts, without those that came with another one of them: a value
 * with its property, and a name with a prefix beside the one without.
 */
export function newFeatures(features: Iterable<FeatureKey>): FeatureKey[] {
  const lacking = new Set([...features].filter((key) => findLacking(key, readableVersions).length > 0));
  const cameWith = (key: FeatureKey) => {
    const whole = key.slice(0, key.lastIndexOf('.'));
    const plain = key.replace(/\.-(?:webkit|moz)-/, '.');
    return (
      (lacking.has(whole) && browsers.every((name) => versionsOf(key)[name] <= versionsOf(whole)[name])) ||
      (plain !== key && [...features].includes(plain))
    );
  };
  return [...lacking].filter((key) => !cameWith(key)).toSorted();
}

/** A row of a table in docs/browsers.md. */
export interface ListedFeature {
  key: FeatureKey;
  versions: string[];
  without: string;
}

export function listFeatures(document: string): ListedFeature[] {
  return document.split('\n').flatMap((line) => {
    const [, key = '', ...cells] = line.split('|').map((cell) => cell.trim());
    return /^`.+`$/.test(key)
      ? [{ key: key.slice(1, -1), versions: cells.slice(0, 3), without: cells[3] ?? '' }]
      : [];
  });
}

/** Row of a table. */
export function writeVersions(key: FeatureKey): string[] {
  const versions = versionsOf(key);
  return browsers.map((name) => (versions[name] === Infinity ? '–' : String(versions[name])));
}
