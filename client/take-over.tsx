import { useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { captureVisitorState } from './browser/keep/visitor-state.ts';
import { pageHeadSelector } from './site/page-head.tsx';

interface TakeOverProps {
  /** The element that React hydrates. */
  app: Element;
  children: ReactNode;
}

/**
 * Keeps the visitor's changes when hydration fails. If the page is no longer as the server sent it, because an
 * extension or a translator was faster, or if a component throws, React empties the element and renders the page again.
 * It does so within one task: the visitor's changes are restored in the new page before it is painted.
 */
export function TakeOver({ app, children }: TakeOverProps) {
  const isHydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  // The first render is the hydration, or the one with which React begins anew: the page still stands as it was.
  const [takeOver] = useState(() => (isHydrating ? null : beginAnew(app)));
  useLayoutEffect(() => takeOver?.(), [takeOver]);
  return children;
}

function beginAnew(app: Element): () => void {
  const restore = captureVisitorState(app);
  const serverHead = [...document.head.querySelectorAll(pageHeadSelector)];
  return () => {
    // React has put its own beside it.
    for (const element of serverHead) element.remove();
    restore();
  };
}

function neverChanges(): () => void {
  return () => {};
}
