import closeIcon from 'icon:lucide/x';
import { useLayoutEffect, useRef, type KeyboardEventHandler, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface DialogProps {
  label: string;
  closeLabel: string;
  /** Called once it has closed: it should not be rendered any longer. */
  onClose: () => void;
  onKeyDown?: KeyboardEventHandler<HTMLDialogElement>;
  children: ReactNode;
}

/**
 * The browser's own: it keeps the focus inside and gives it back, and closes on Escape. Radix' would write a style
 * element into the page to lock its scrolling, which the site's policy forbids.
 */
export function Dialog({ label, closeLabel, onClose, onKeyDown, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onKeyDown={(event) => {
        // The browser does so too, unless a tooltip of the element below, which is just closing, takes the key.
        if (event.key === 'Escape') event.currentTarget.close();
        onKeyDown?.(event);
      }}
      // A click beside the content.
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      className="dialog m-auto max-h-dvh max-w-[100vw] overflow-auto rounded-lg bg-page text-body outline-none"
    >
      <button
        type="button"
        aria-label={closeLabel}
        onClick={() => dialog.current?.close()}
        className="fixed end-3 top-3 z-10 flex size-11 cursor-pointer items-center justify-center rounded-full bg-page text-strong hover:text-primary"
      >
        <Icon drawing={closeIcon} className="size-6" />
      </button>
      {children}
    </dialog>
  );
}
