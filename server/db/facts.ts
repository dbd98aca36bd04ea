import type { ChangedTags, ChangeFeed } from './change-feed.ts';
import { createReader, type Facts, type Reader } from './reader.ts';

/**
 * Small answers that many pages share, such as the site's settings or how many products there are, kept until one of
 * the tags that they read changes. Exact like the pages themselves: a change that is reported while an answer is
 * being read keeps it from being kept, and nothing is used while changes may be missed.
 */
export function createFacts(feed: ChangeFeed): Facts {
  const facts = new Map<string, Fact>();
  let changes = 0;

  feed.subscribe((changed: ChangedTags) => {
    changes += 1;
    for (const [key, { tags }] of facts) {
      if (changed === 'everything' || [...changed].some((tag) => tags.has(tag))) facts.delete(key);
    }
  });

  async function remember<T>(reader: Reader, key: string, read: (reader: Reader) => Promise<T>): Promise<T> {
    if (!feed.catchUp()) return read(reader);
    const known = facts.get(key);
    if (known && (known.validUntil === null || reader.now < known.validUntil)) {
      passOn(known, reader);
      // Kept under the same key by the same caller.
      return known.value as T;
    }
    const changesBefore = changes;
    const ownReader = createReader({ ...reader, facts: { remember } });
    const value = await read(ownReader);
    passOn(ownReader, reader);
    const isStillTrue = feed.catchUp() && changes === changesBefore;
    const { tags, validUntil } = ownReader;
    if (isStillTrue && (facts.has(key) || facts.size < mostFacts))
      facts.set(key, { value, tags, validUntil });
    return value;
  }

  return { remember };
}

interface Fact {
  value: unknown;
  tags: ReadonlySet<string>;
  validUntil: string | null;
}

/** What an answer depends on, the answers that contain it depend on too. */
function passOn({ tags, validUntil }: Pick<Reader, 'tags' | 'validUntil'>, reader: Reader): void {
  for (const tag of tags) reader.note(tag);
  if (validUntil !== null) reader.endAt(validUntil);
}

/** Bounds what made-up categories could fill. */
const mostFacts = 1000;
