import shareIcon from 'icon:lucide/share-2';
import { toasts } from '../browser/toasts.ts';
import { useText } from '../context/use-text.ts';
import { Icon } from '../ui/icon.tsx';

/** Shares by the device's own means where it has some, otherwise by copying the address. Not shown without script. */
export function ShareButton({ title }: { title: string }) {
  const t = useText();

  async function share(): Promise<void> {
    const url = pageAddress();
    if (await shareByDevice({ title, url })) return;
    try {
      await navigator.clipboard.writeText(url);
      toasts.show({ title: t('share.copied') });
    } catch {
      // No permission, or a page that is not secure: it can still be copied by hand.
      toasts.show({ title: t('share.failed'), description: url }, { durationMs: Infinity });
    }
  }

  return (
    <button type="button" onClick={() => void share()} className="button by-script">
      <Icon drawing={shareIcon} />
      {t('share.button')}
    </button>
  );
}

/** The one address of this page, without what a campaign or a search added. */
function pageAddress(): string {
  return document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href;
}

/** Whether the visitor was asked; one who then changes their mind has been served too. */
async function shareByDevice(data: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
