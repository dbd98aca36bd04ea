import type { PickItem } from '#shared/editing/picks.ts';
import { afterComposition } from './body/composition.ts';
import { loadInTime } from './late/load-in-time.ts';

let isOpen = false;

/**
 * Opens the dialog of things to choose from, but for a second press while the first one loads it. Resolves to null when
 * nothing is chosen, and to 'failed' when the dialog cannot be loaded.
 */
export async function openPicker(what: string, title?: string): Promise<PickItem | 'failed' | null> {
  if (isOpen) return null;
  isOpen = true;
  try {
    const dialog = await loadInTime(import('./pick.ts'));
    // It takes the focus, and the page of things to choose from the whole form, while somebody may type again.
    await new Promise<void>((resolve) => afterComposition(resolve));
    return dialog === null ? 'failed' : await dialog.pick(what, title);
  } finally {
    isOpen = false;
  }
}
