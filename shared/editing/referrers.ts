import type { Kind } from '../kinds/kind-names.ts';

/** Everything that refers to an entry, for the page that removes it. */
export interface Referrers {
  /** The entries with a row that names it, by kind. */
  entries: readonly NamingEntries[];
  /** Entries with a draft that does. */
  drafts: readonly NamingEntry[];
  /** Entries that cannot be without it: while they are there, it stays. */
  keptBy: Kind | null;
  isFeatured: boolean;
  /** It stands in the header or the footer. */
  isLinked: boolean;
}

export interface NamingEntries {
  kind: Kind;
  count: number;
  /** The first of them. */
  items: readonly NamingEntry[];
}

export interface NamingEntry {
  kind: Kind;
  id: string;
  title: string;
}
