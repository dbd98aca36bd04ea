import type { Tag } from '../tags.ts';

export type ChangedTags = readonly Tag[] | 'everything';

/** Committed writes as an engine reports them, those of its own process and of others. */
export interface ChangeSource {
  /** Reports changes that are committed, or have arrived. False while the connection for notifications is lost. */
  catchUp(): boolean;
  /**
   * Resolves, where the database must be queried for changes, when everything committed before the call has been
   * reported, or cannot be. Null where there is nothing to wait for.
   */
  askForNews(): Promise<void> | null;
  /** Resolves when everything has been reported that was committed before the call; true unless that cannot be known. */
  settle(): Promise<boolean>;
  close(): Promise<void>;
}
