import type { Kind } from '../kinds/kind-names.ts';

/** An entry that uses a file of the library. */
export interface MediaUse {
  kind: Kind;
  id: string;
  title: string;
  isInTrash: boolean;
}

/** Places where a file of the library is used. Each entry stands in the first list that fits. */
export interface MediaUses {
  /** Content that visitors see, or will when its time comes. */
  live: readonly MediaUse[];
  /** Drafts, and changes that are planned. */
  drafts: readonly MediaUse[];
  /** Versions of the last 90 days, which may be restored, and entries in the trash. */
  revisions: readonly MediaUse[];
  /** The settings of the site name it, such as its logo, or those that were previewed do. */
  isInSite: boolean;
  /** Text that somebody has typed and not stored yet names it. */
  isTyped: boolean;
}

/** Whether the file cannot be deleted. */
export function isNeeded({ live, drafts, isInSite, isTyped }: MediaUses): boolean {
  return live.length > 0 || drafts.length > 0 || isInSite || isTyped;
}
