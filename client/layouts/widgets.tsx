import { useLater } from '../ui/use-later.ts';

/** Place for everything outside of the first view: toasts, tooltips, progress. */
export function Widgets() {
  const later = useLater(() => import('./loaded-widgets.tsx'));
  return later && <later.LoadedWidgets />;
}
