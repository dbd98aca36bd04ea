import { texts } from '#shared/locale/texts.ts';
import { toasts } from '../keep/toasts.ts';

/** Opens the device's share dialog. A cancelled dialog is fine; where the device refuses, the address is copied. */
export async function sharePage(title: string): Promise<void> {
  try {
    await navigator.share({ title, url: pageAddress() });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyAddress();
  }
}

export function copyAddress(): Promise<void> {
  return copyText(pageAddress(), texts.share);
}

/** Copies a text, and says whether it could. */
export async function copyText(text: string, says: { copied: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ title: says.copied });
  } catch {
    // No permission, or a page that is not secure: it can still be copied by hand.
    toasts.show({ title: says.failed, description: text }, { durationMs: Infinity });
  }
}

/** Returns the canonical address of this page, without parameters of a campaign or a search. */
function pageAddress(): string {
  return document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href;
}
