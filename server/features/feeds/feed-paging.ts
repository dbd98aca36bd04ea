const closedPageSize = 24;

export interface FeedPart {
  /** How many newer entries there are. */
  skip: number;
  count: number;
  /** With the newer entries; null: there are none. */
  previous: FeedDocument | null;
  /** With the older entries; null: there are none. */
  next: FeedDocument | null;
  /** With the oldest. */
  last: FeedDocument;
}

/** The feed itself, or the number of one of its pages. */
type FeedDocument = 'feed' | number;

/**
 * Which entries stand in a document of a feed. Pages of older ones are numbered from the oldest on and are full, so a new
 * entry moves nothing in them; the feed itself, which has no number, has all that are in none of them: up to 47, and no
 * fewer than 24 when there are older ones.
 * @param page As the address has it; null: the feed itself.
 * @returns Null when there is no such page.
 */
export function partOfFeed(total: number, page: string | null): FeedPart | null {
  const closed = Math.max(0, Math.floor(total / closedPageSize) - 1);
  const last = closed === 0 ? 'feed' : 1;
  if (page === null) {
    const count = total - closed * closedPageSize;
    return { skip: 0, count, previous: null, next: closed === 0 ? null : closed, last };
  }
  const number = /^[1-9]\d{0,8}$/.test(page) ? Number(page) : Infinity;
  if (number > closed) return null;
  return {
    skip: total - number * closedPageSize,
    count: closedPageSize,
    previous: number === closed ? 'feed' : number + 1,
    next: number === 1 ? null : number - 1,
    last,
  };
}
