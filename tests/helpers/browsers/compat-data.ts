import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type {
  BrowserName,
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';
import type { BrowserVersions } from '#scripts/build/browser-versions.ts';

// MDN's tables, the most complete there are. Read by hand: Node imports JSON of 20 MB in twice the time.
const file = fileURLToPath(import.meta.resolve('@mdn/browser-compat-data'));
export const compatData: CompatData = JSON.parse(readFileSync(file, 'utf8'));

/** Path of a feature in MDN's tables, such as `css.selectors.has`. */
export type FeatureKey = string;

const namesOf = {
  chrome: ['chrome', 'chrome_android'],
  firefox: ['firefox', 'firefox_android'],
  safari: ['safari', 'safari_ios'],
} as const satisfies Record<keyof BrowserVersions, readonly BrowserName[]>;

export const browsers = ['chrome', 'firefox', 'safari'] as const;

export function findFeature(key: FeatureKey): Identifier | null {
  let found: Identifier | undefined = roots[key.split('.', 1)[0] ?? ''];
  for (const name of key.split('.').slice(1)) {
    // A name that every object has, such as `constructor`, is a table's own or none.
    found = found && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found ?? null;
}

const roots: Record<string, Identifier> = {
  api: compatData.api,
  css: compatData.css,
  html: compatData.html,
  javascript: compatData.javascript,
  svg: compatData.svg,
};

export function hasFeature(key: FeatureKey): boolean {
  return statementOf(key) !== undefined;
}

function statementOf(key: FeatureKey): CompatStatement | undefined {
  return findFeature(key)?.['__compat'];
}

/** First version of each browser that has it, on computers and on telephones. Infinity where none has, or none is known. */
export function versionsOf(key: FeatureKey): BrowserVersions {
  const found = known.get(key) ?? {
    chrome: firstVersion('chrome', key),
    firefox: firstVersion('firefox', key),
    safari: firstVersion('safari', key),
  };
  known.set(key, found);
  return found;
}

const known = new Map<FeatureKey, BrowserVersions>();

function firstVersion(browser: keyof BrowserVersions, key: FeatureKey): number {
  const prefix = /\.(-(?:webkit|moz)-)/.exec(key)?.[1];
  const hasOwnName = prefix === undefined || hasFeature(key);
  const support = statementOf(hasOwnName ? key : key.replace(prefix, ''))?.support ?? {};
  const versions = namesOf[browser].map((name) => {
    const statements = [support[name] ?? []].flat().filter((statement) => isWhole(statement, key));
    return Math.min(
      ...statements
        .filter((statement) => statement.prefix === (hasOwnName ? undefined : prefix))
        .map(({ version_added: version }) => parseVersion(version)),
    );
  });
  // A feature that one of the two never gets needs what it does not have: a mouse, a printer, fingers.
  return Math.max(
    ...versions.filter((version) => version !== Infinity),
    versions.every((version) => version === Infinity) ? Infinity : 0,
  );
}

/** Features that a version has in part, a later one has whole; of syntax the part can be read. */
function isWhole(statement: SimpleSupportStatement, key: FeatureKey): boolean {
  const { flags, version_removed: removed, alternative_name: name } = statement;
  return flags === undefined && name === undefined && (removed === undefined || isSyntax.test(key));
}

const isSyntax = /^javascript\.(?!builtins\.)/;

/** "preview" counts as none. */
function parseVersion(version: string | false): number {
  const number = version === false ? Infinity : Number.parseFloat(version.replace('≤', ''));
  return Number.isNaN(number) ? Infinity : number;
}

/** Browsers that lack a feature in the given version. */
export function findLacking(key: FeatureKey, oldest: BrowserVersions): (keyof BrowserVersions)[] {
  const versions = versionsOf(key);
  return browsers.filter((browser) => versions[browser] > oldest[browser]);
}

/** The first of several features with the same name: the name alone does not tell which is meant. */
export function oldestOf(keys: readonly FeatureKey[]): FeatureKey | null {
  const newest = (key: FeatureKey) => {
    const { chrome, firefox, safari } = versionsOf(key);
    // Safari has one version where the others have seven.
    return Math.max(chrome, firefox, safari * 7);
  };
  return keys.toSorted((one, other) => newest(one) - newest(other))[0] ?? null;
}
