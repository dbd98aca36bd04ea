import { unreachable } from '#shared/payload/page-error.ts';

/**
 * When the page must be loaded as a document instead of changing in place. The entry brings the means along
 * (client/browser/fetch/reload.ts): it needs them before any other script is there.
 */
export interface DocumentLoads {
  /** Another build runs: the next navigation loads its document. */
  isNewVersionKnown: boolean;
  /** Loads the document at this path, with the base path. False when that was done a moment ago. */
  reload(path: string): boolean;
  /**
   * The one thing that is done about a script that does not come, whichever it is: the document at `path` is loaded,
   * if the server answers. Resolves to false when it is not: nothing answers, or it was done a moment ago or twice in
   * this build. Never resolves when the visitor is leaving anyway.
   */
  insteadOfScript(path: string): Promise<boolean>;
  /** Called before the page is loaded anew. */
  beforeReload: (path: string) => void;
}

/**
 * Ends a navigation to `path`, with the base path, whose script cannot be loaded.
 * @throws PageError when the document is not loaded either
 */
export async function loadDocumentInstead(path: string, error: unknown): Promise<never> {
  console.error(error);
  // The page stays as it is until the document comes.
  if (await documentLoads.insteadOfScript(path)) return new Promise(() => {});
  throw unreachable();
}

/** The means that the entry has brought along, once the page has started. */
export let documentLoads: DocumentLoads = {
  isNewVersionKnown: false,
  reload: () => false,
  insteadOfScript: async () => false,
  beforeReload() {},
};

export function setDocumentLoads(loads: DocumentLoads): void {
  documentLoads = loads;
}
