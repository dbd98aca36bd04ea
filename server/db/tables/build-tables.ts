import type { UtcIso } from './utc-iso.ts';

export interface BuildsTable {
  id: string;
  built_at: UtcIso;
  seen_at: UtcIso;
}

export interface BuildAssetsTable {
  /** Holds the hash of the content. */
  name: string;
  content: Uint8Array;
  bytes: number;
  seen_at: UtcIso;
}
