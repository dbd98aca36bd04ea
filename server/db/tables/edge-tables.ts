import type { Generated } from 'kysely';
import type { UtcIso } from './utc-iso.ts';

/** A cache in front that is purged after changes. */
export interface EdgesTable {
  /** Purge address. */
  url: string;
  /** The name that answers have in common as long as build and settings are the same. */
  site_key: string;
  /** Entries that became due until then have been queued. */
  due_until: UtcIso;
  /** Process that sends its purges, and the end of its lease. */
  holder: Generated<string>;
  held_until: Generated<UtcIso | ''>;
  /** Number of failed purges in a row, and the time of the next try. */
  tries: Generated<number>;
  not_before: Generated<UtcIso | ''>;
}

/** Purges to be sent to a cache in front. Triggers write the tags that they announce. */
export interface EdgePurgesTable {
  id: Generated<number>;
  edge: string;
  /** A tag, or a key behind `=`. */
  tag: string;
  /** Empty: at once. */
  due_at: Generated<UtcIso | ''>;
}
