/** Content of a feed, whatever its format. Addresses are absolute. */
export interface Feed {
  /** Never changes, whatever is renamed. */
  id: string;
  title: string;
  description: string;
  /** The front page of the site. */
  site: string;
  /** The page that shows the same. */
  home: string;
  /** Address of this document. */
  self: string;
  /** Addresses of the documents around it: RFC 5005. */
  paging: FeedPaging;
  icon: string;
  /** Hub of WebSub, from which readers learn of changes at once. Null: none. */
  hub: string | null;
  /** ISO 8601 in UTC. */
  updated: string;
  authors: FeedAuthor[];
  entries: FeedEntry[];
}

/** Null: there is no such document. */
export interface FeedPaging {
  first: string;
  last: string;
  /** The newer entries. */
  previous: string | null;
  /** The older entries. */
  next: string | null;
}

export interface FeedAuthor {
  name: string;
  url: string;
}

export interface FeedEntry {
  /** Never changes, whatever is renamed. */
  id: string;
  title: string;
  url: string;
  /** ISO 8601 in UTC, as the next. */
  published: string;
  updated: string;
  author: FeedAuthor;
  categories: string[];
  summary: string;
  /** Null: the feed has no room for it. */
  html: string | null;
  pictures: { url: string; type: string }[];
}
