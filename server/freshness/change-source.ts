import type { Tag } from './tags.ts';

export type ChangedTags = readonly Tag[] | 'everything';

/** What an engine tells about committed writes, its own process's and others'. */
export interface ChangeSource {
  /** Reports what is committed. False while the connection that carries the news is lost. */
  catchUp(): boolean;
  /** Resolves when everything has been reported that was committed before the call; true unless that cannot be known. */
  settle(): Promise<boolean>;
  close(): Promise<void>;
}
