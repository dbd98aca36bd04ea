import type { Generated } from 'kysely';
import type { UtcIso } from './utc-iso.ts';

/** A cache in front that is told what has changed. */
export interface EdgesTable {
  /** Where it is told. */
  url: string;
  /** The name that answers have in common as long as build and settings are the same. */
  site_key: string;
  /** What became due until then has been noted. */
  due_until: UtcIso;
  /** The process that tells it, and until when no other does. */
  holder: Generated<string>;
  held_until: Generated<UtcIso | ''>;
  /** How often in a row it could not be told, and when that is tried again. */
  tries: Generated<number>;
  not_before: Generated<UtcIso | ''>;
}

/** What a cache in front has not been told yet. Triggers write the tags that they announce. */
export interface EdgePurgesTable {
  id: Generated<number>;
  edge: string;
  /** A tag, or a key behind `=`. */
  tag: string;
  /** Empty: at once. */
  due_at: Generated<UtcIso | ''>;
}
