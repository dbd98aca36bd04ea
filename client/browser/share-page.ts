import { texts } from '#shared/locale/texts.ts';
import { toasts } from './toasts.ts';

/** Whoever changes their mind has been served too; where the device refuses, the address is copied. */
export async function sharePage(title: string): Promise<void> {
  try {
    await navigator.share({ title, url: pageAddress() });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyAddress();
  }
}

export async function copyAddress(): Promise<void> {
  const address = pageAddress();
  try {
    await navigator.clipboard.writeText(address);
    toasts.show({ title: texts.share.copied });
  } catch {
    // No permission, or a page that is not secure: it can still be copied by hand.
    toasts.show({ title: texts.share.failed, description: address }, { durationMs: Infinity });
  }
}

/** The one address of this page, without what a campaign or a search added. */
function pageAddress(): string {
  return document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href;
}
