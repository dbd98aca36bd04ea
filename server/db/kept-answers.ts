import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { ChangedTags, ChangeFeed } from './change-feed.ts';
import type { Watch } from './change-watch.ts';

/** What was read, and what must stay as it is for it to be right. */
export interface Answer<Value> {
  value: Value;
  tags: ReadonlySet<string>;
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
  /** What was kept last, right or not: for when the database cannot be asked. */
  findUntrusted(key: string): Answer<Value> | null;
  /** Keeps the answer, unless something that it read has changed since the watch began. */
  keep(key: string, answer: Answer<Value>, watch: Watch): void;
  /** The answer takes more or less room than before. */
  resize(key: string, answer: Answer<Value>): void;
}

interface KeptAnswersOptions {
  feed: ChangeFeed;
  clock: Clock;
  maxBytes: number;
}

export function createKeptAnswers<Value>({ feed, clock, maxBytes }: KeptAnswersOptions): KeptAnswers<Value> {
  const keysByTag = new Map<string, Set<string>>();
  const answers = new LRUCache<string, Answer<Value>>({
    maxSize: maxBytes,
    dispose: ({ tags }, key) => removeKey(key, tags),
  });

  feed.subscribe((changed: ChangedTags) => {
    if (changed === 'everything') answers.clear();
    else for (const tag of changed) for (const key of [...(keysByTag.get(tag) ?? [])]) answers.delete(key);
  });

  function addKey(key: string, tags: ReadonlySet<string>): void {
    for (const tag of tags) {
      const keys = keysByTag.get(tag);
      if (keys) keys.add(key);
      else keysByTag.set(tag, new Set([key]));
    }
  }

  function removeKey(key: string, tags: ReadonlySet<string>): void {
    for (const tag of tags) {
      const keys = keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysByTag.delete(tag);
    }
  }

  const isOver = ({ validUntil }: Answer<Value>) =>
    validUntil !== null && clock.now() >= Date.parse(validUntil);

  function findRight(key: string): Answer<Value> | null {
    const answer = answers.get(key);
    return answer === undefined || isOver(answer) ? null : answer;
  }

  return {
    find: (key) => (feed.catchUp() ? findRight(key) : null),

    findForTurn: (key) => (feed.catchUpForTurn() ? findRight(key) : null),

    findUntrusted: (key) => answers.get(key) ?? null,

    keep(key, answer, watch) {
      if (answer.bytes > maxBytes || isOver(answer) || !watch.allows(answer.tags)) return;
      answers.set(key, answer, { size: answer.bytes });
      addKey(key, answer.tags);
    },

    resize(key, answer) {
      if (answers.peek(key) === answer) answers.set(key, answer, { size: answer.bytes });
    },
  };
}
