import type { TFunction } from 'i18next';
import type { zhTwAccount } from './visitors/zh-tw-account.ts';
import type { zhTwFilters } from './visitors/zh-tw-filters.ts';
import type { zhTwFront } from './visitors/zh-tw-front.ts';
import type { zhTwProduct } from './visitors/zh-tw-product.ts';
import type { zhTwReading } from './visitors/zh-tw-reading.ts';
import type { zhTwSearch } from './visitors/zh-tw-search.ts';
import { zhTw } from './zh-tw.ts';

/** The texts that are always there by their names, for where a key is too much. */
export const texts = zhTw;

type Texts = typeof zhTw &
  typeof zhTwAccount &
  typeof zhTwFilters &
  typeof zhTwFront &
  typeof zhTwProduct &
  typeof zhTwReading &
  typeof zhTwSearch;

const loaded: Partial<Texts> = { ...zhTw };

/** Adds texts that few pages show. A text that has not been added is shown as its key. */
export function addTexts(some: Partial<Texts>): void {
  Object.assign(loaded, some);
}

/** Every text that has been added, as i18next takes them. */
export function knownTexts(): Texts {
  // Complete on the server, which imports them all.
  return loaded as Texts;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
    returnNull: false;
  }
}

/**
 * `t` over texts that are parsed once, on first use: i18next parses at each use (3 µs a plain text, 15 µs one with
 * values), which was a fifth of the time of a product list. Its 14 kB are not in the browser: features beyond inserted
 * values, such as plurals or nested texts, need it, on the server, and no text of ours uses them.
 */
export function createTexts(full?: TFunction): TFunction {
  /** Key → text, name, text, name, …, text; null: it needs all of i18next. */
  const prepared = new Map<string, readonly string[] | null>();

  const t = (key: string, values?: Readonly<Record<string, unknown>>): string => {
    let parts = prepared.get(key);
    if (parts === undefined) {
      parts = takeApart(findText(key));
      prepared.set(key, parts);
    }
    if (parts === null) return full ? String(Reflect.apply(full, null, [key, values])) : key;
    if (parts.length === 1) return parts[0] ?? key;
    return parts.map((part, index) => (index % 2 === 0 ? part : String(values?.[part] ?? ''))).join('');
  };
  // Typed keys are the callers' side of it; the brand of the type does not exist at run time.
  return t as unknown as TFunction;
}

/** Null when a text needs more than inserted values. */
function takeApart(text: string | null): readonly string[] | null {
  const needsMore = text === null || text.includes('$t(') || /\{\{(?!\w+\}\})/.test(text);
  return needsMore ? null : text.split(/\{\{(\w+)\}\}/);
}

function findText(key: string): string | null {
  let value: unknown = loaded;
  for (const name of key.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = Reflect.get(value, name);
  }
  return typeof value === 'string' ? value : null;
}
