import type { ChangeWatch } from './read-guard.ts';
import type { KeptAnswers } from './tagged-cache.ts';
import { tagNumbers } from './tags.ts';
import { createReader, type Facts, type Reader } from './reader.ts';

/** Small answers that many pages share, such as the site's settings or how many products there are. */
export interface Fact {
  value: unknown;
  /** What it depends on, for the answers that contain it. */
  read: Pick<Reader, 'tags' | 'validUntil'>;
}

export function createFacts(kept: KeptAnswers<Fact>, changes: ChangeWatch): Facts {
  async function remember<T>(reader: Reader, key: string, read: (reader: Reader) => Promise<T>): Promise<T> {
    const known = kept.find(key);
    if (known) {
      passOn(known.value.read, reader);
      // Kept under the same key by the same caller.
      return known.value.value as T;
    }
    const watch = changes.begin();
    const ownReader = createReader({ ...reader, facts: { remember } });
    const value = await read(ownReader);
    passOn(ownReader, reader);
    const { tags, validUntil } = ownReader;
    const fact = { value, read: { tags, validUntil } };
    kept.keep(key, { value: fact, tags: tagNumbers(tags), validUntil, bytes: 1 }, watch);
    return value;
  }

  return { remember };
}

/** What an answer depends on, the answers that contain it depend on too. */
function passOn({ tags, validUntil }: Pick<Reader, 'tags' | 'validUntil'>, reader: Reader): void {
  for (const tag of tags) reader.note(tag);
  if (validUntil !== null) reader.endAt(validUntil);
}

/** Bounds what made-up categories could fill; each counts as one byte. */
export const mostFacts = 1000;
