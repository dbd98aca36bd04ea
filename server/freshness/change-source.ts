import type { Tag } from './tags.ts';

export type ChangedTags = readonly Tag[] | 'everything';

/** What an engine tells about committed writes, its own process's and others'. */
export interface ChangeSource {
  /** Reports what is committed, or has arrived. False while the connection that carries the news is lost. */
  catchUp(): boolean;
  /**
   * Where the database has to be asked what is new: resolves when everything has been reported that was committed
   * before the call, or that cannot be. Null where there is nothing to wait for.
   */
  askForNews(): Promise<void> | null;
  /** Resolves when everything has been reported that was committed before the call; true unless that cannot be known. */
  settle(): Promise<boolean>;
  close(): Promise<void>;
}
