/**
 * When the page must be loaded as a document instead of changing in place. The means come after the first view;
 * until then a navigation that fails shows its error.
 */
export const documentLoads: {
  /** Another build runs: the next navigation loads its document. */
  isNewVersionKnown: boolean;
  /** Loads the document at this path, with the base path. False when that was done a moment ago. */
  reload: (path: string) => boolean;
} = { isNewVersionKnown: false, reload: () => false };
