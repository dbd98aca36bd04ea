import { readableVersions } from '#scripts/build/browser-versions.ts';
import { findFeature, findLacking, hasFeature, type FeatureKey } from './compat-data.ts';

/**
 * Functions, properties and interfaces that not all browsers have that read the scripts, as paths in a window:
 * `Array.prototype.toSorted`.
 */
export function newCalls(): string[] {
  const owners = ['api', 'javascript.builtins', 'javascript.builtins.Intl'].flatMap((root) => namesIn(root));
  return owners
    .flatMap((owner) => [owner, ...namesIn(owner)])
    .filter(isNew)
    .flatMap(pathsOf);
}

function namesIn(key: FeatureKey): FeatureKey[] {
  return Object.keys(findFeature(key) ?? {})
    .filter((name) => /^[A-Za-z]\w*$/.test(name) && !name.endsWith('_event'))
    .map((name) => `${key}.${name}`);
}

// A page's policy asks for trusted types whether its scripts can see them or not.
const isNew = (key: FeatureKey) =>
  hasFeature(key) && findLacking(key, readableVersions).length > 0 && !/\.trusted/i.test(key);

function pathsOf(key: FeatureKey): string[] {
  const [, owner = '', name] =
    /^(?:api|javascript\.builtins)\.(?:Window\.)?([^.]+(?:\.[A-Z][^.]+)?)(?:\.([^.]+))?$/.exec(key) ?? [];
  if (name === undefined) return [owner];
  return name.endsWith('_static')
    ? [`${owner}.${name.slice(0, -7)}`]
    : [`${owner}.${name}`, `${owner}.prototype.${name}`];
}
