/**
 * When the page must be loaded as a document instead of changing in place. The entry brings the means along
 * (client/browser/reload.ts): it needs them before any other script is there.
 */
export interface DocumentLoads {
  /** Another build runs: the next navigation loads its document. */
  isNewVersionKnown: boolean;
  /** Loads the document at this path, with the base path. False when that was done a moment ago. */
  reload(path: string): boolean;
  /**
   * The one thing that is done about a script that does not come, whichever it is: the document at `path` is loaded,
   * if the server answers. Resolves to false when it is not: nothing answers, or it was done a moment ago. Never
   * resolves when the visitor is leaving anyway.
   */
  insteadOfScript(path: string): Promise<boolean>;
  /** Called before the page is loaded anew. */
  beforeReload: (path: string) => void;
}

/** The entry's, once the page has started. */
export let documentLoads: DocumentLoads = {
  isNewVersionKnown: false,
  reload: () => false,
  insteadOfScript: async () => false,
  beforeReload() {},
};

export function setDocumentLoads(loads: DocumentLoads): void {
  documentLoads = loads;
}
