import { createContext, use, useSyncExternalStore } from 'react';
import type { Viewer } from '#shared/accounts.ts';

/** Holds the signed-in viewer of the page; null for visitors. One per document; on the server one per request. */
export interface ViewerStore {
  get(): Viewer | null;
  set(viewer: Viewer | null): void;
  subscribe(listener: () => void): () => void;
}

export function createViewerStore(initial: Viewer | null): ViewerStore {
  let viewer = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => viewer,
    set(next) {
      // Every answer carries the viewer: listeners are called only when it has changed.
      if (JSON.stringify(next) === JSON.stringify(viewer)) return;
      viewer = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const ViewerContext = createContext<ViewerStore>(createViewerStore(null));

export function useViewer(): Viewer | null {
  const store = use(ViewerContext);
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
