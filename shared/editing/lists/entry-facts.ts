import type { Picture } from '#shared/payload/payloads.ts';

/** Facts of an entry in a list of editors, beside its title and its state. */
export interface EntryFacts {
  picture: Picture | null;
  /** Name of its author; empty: it has none. */
  author: string;
  /** Time of its publication in ISO 8601; null: it has none. */
  publishedAt: string | null;
}
