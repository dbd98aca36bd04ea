import '#shared/locale/visitors/product-texts.ts';
import { useText } from '#client/context/use-text.ts';
import { useLater } from '#client/ui/use-later.ts';

interface CopiedTextProps {
  text: string;
  /** Accessible name of the button; it contains the word that is seen. */
  label: string;
  /** Classes of the button. */
  className?: string;
}

/** A text that is selected as a whole, and a button that copies it. */
export function CopiedText({ text, label, className = '' }: CopiedTextProps) {
  const t = useText();
  // Loaded before the click: Safari copies nothing for a click that waited for a script.
  const later = useLater(loadSharing);

  async function copy(): Promise<void> {
    const { copyText } = later ?? (await loadSharing());
    await copyText(text, { copied: t('copy.copied', { text }), failed: t('copy.failed') });
  }

  return (
    <>
      <span className="select-all">{text}</span>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={label}
        className={`by-script row-link ms-2 text-primary print:hidden ${className}`}
      >
        {t('copy.button')}
      </button>
    </>
  );
}

function loadSharing() {
  return import('#client/browser/page/share-page.ts');
}
