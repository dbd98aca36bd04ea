import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { ChangeBook } from './recent-changes.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { Watch } from './read-guard.ts';
import type { TagNumbers } from './tags.ts';

/** What was read, and what must stay as it is for it to be right. */
export interface Answer<Value> {
  value: Value;
  tags: TagNumbers;
  /** ISO 8601 in UTC; null when time alone does not change it. */
  validUntil: string | null;
  bytes: number;
}

/** Answers kept until something that they read changes; the least used are dropped when they are too many. */
export interface KeptAnswers<Value> {
  /** Null when nothing is kept, and while changes may be missed. */
  find(key: string): Answer<Value> | null;
  /** The same for a request that comes in: see `catchUpForTurn`. */
  findForTurn(key: string): Answer<Value> | null;
  /** What was kept last, as long as it is not known to be wrong: for when the database cannot be asked. */
  findUntrusted(key: string): Answer<Value> | null;
  /** Keeps the answer, unless something that it read has changed since the watch began. */
  keep(key: string, answer: Answer<Value>, watch: Watch): void;
  /** The answer takes more or less room than before. */
  resize(key: string, answer: Answer<Value>): void;
}

interface KeptAnswersOptions {
  feed: ChangeFeed;
  book: ChangeBook;
  clock: Clock;
  maxBytes: number;
}

interface Kept<Value> {
  answer: Answer<Value>;
  /** The number of the last change that it was compared with. */
  checkedAt: number;
}

/**
 * Whether an answer is still right is found out when it is asked for: by its tags, if anything has changed since it was
 * looked at last. So no change has to know who depends on it, and nothing but the answers takes room.
 */
export function createKeptAnswers<Value>({
  feed,
  book,
  clock,
  maxBytes,
}: KeptAnswersOptions): KeptAnswers<Value> {
  const answers = new LRUCache<string, Kept<Value>>({ maxSize: maxBytes });
  const isOver = ({ validUntil }: Answer<Value>) =>
    validUntil !== null && clock.now() >= Date.parse(validUntil);

  /** Right as far as it is known what was written, whatever the time is. */
  function findUnchanged(key: string): Answer<Value> | null {
    const kept = answers.get(key);
    if (kept === undefined) return null;
    if (book.hasChanged(kept.answer.tags, kept.checkedAt)) {
      answers.delete(key);
      return null;
    }
    kept.checkedAt = book.newest;
    return kept.answer;
  }

  function findRight(key: string): Answer<Value> | null {
    const answer = findUnchanged(key);
    return answer === null || isOver(answer) ? null : answer;
  }

  return {
    find: (key) => (feed.catchUp() ? findRight(key) : null),

    findForTurn: (key) => (feed.catchUpForTurn() ? findRight(key) : null),

    findUntrusted: findUnchanged,

    keep(key, answer, watch) {
      if (answer.bytes > maxBytes || isOver(answer) || !watch.allows(answer.tags)) return;
      answers.set(key, { answer, checkedAt: book.newest }, { size: answer.bytes });
    },

    resize(key, answer) {
      const kept = answers.peek(key);
      // A new object: of the same one the cache would not take the new size.
      if (kept?.answer === answer) answers.set(key, { ...kept }, { size: answer.bytes });
    },
  };
}
