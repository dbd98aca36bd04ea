import closeIcon from 'icon:lucide/x';
import { useLayoutEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react';
import * as RadixToast from '@radix-ui/react-toast';
import { Icon } from './icon.tsx';
import type { Toast, ToastQueue } from './toast-queue.ts';

interface ToastRegionProps {
  queue: ToastQueue;
  labels: {
    /** Names the landmark, with `{hotkey}` where the key that leads to it is named. */
    region: string;
    /** Read out before the words of a toast. */
    announcement: string;
    close: string;
  };
}

/**
 * Nothing of it is on the page without a toast: no empty landmark, and Radix' memory of being paused, which outlives
 * the last toast when that is closed with the pointer on it, starts afresh.
 */
export function ToastRegion({ queue, labels }: ToastRegionProps) {
  const toasts = useSyncExternalStore(queue.subscribe, queue.read, queue.read);
  if (toasts.length === 0) return null;
  return <ToastList toasts={toasts} onClose={queue.close} labels={labels} />;
}

interface ToastListProps {
  toasts: readonly Toast[];
  onClose: (id: number) => void;
  labels: ToastRegionProps['labels'];
}

function ToastList({ toasts, onClose, labels }: ToastListProps) {
  const [isPaused, setIsPaused] = useState(false);
  const isEscapeForDialog = useRef(false);
  const rememberFocus = useReturningFocus();

  function close(id: number): void {
    // Each press of Escape closes a single thing, and the dialog lies above. Preventing the event would keep it open.
    if (!isEscapeForDialog.current) onClose(id);
    isEscapeForDialog.current = false;
  }

  return (
    <RadixToast.Provider label={labels.announcement} swipeDirection="right">
      {toasts.map((toast) => (
        <RadixToast.Root
          key={toast.id}
          // The queue says how long a closed one is still to be seen.
          forceMount
          open={toast.isOpen}
          duration={toast.durationMs}
          onOpenChange={(isOpen) => !isOpen && close(toast.id)}
          onPause={() => setIsPaused(true)}
          onResume={() => setIsPaused(false)}
          onEscapeKeyDown={() => {
            isEscapeForDialog.current = document.querySelector('dialog:modal') !== null;
          }}
          className="toast relative overflow-hidden rounded-lg border border-line bg-page p-4 pe-12"
        >
          <RadixToast.Title className="text-strong">{toast.title}</RadixToast.Title>
          {toast.description !== undefined && (
            <RadixToast.Description className="mt-1 text-sm text-soft select-text">
              {toast.description}
            </RadixToast.Description>
          )}
          <RadixToast.Close
            aria-label={labels.close}
            className="absolute end-1 top-1 flex size-11 cursor-pointer items-center justify-center rounded-md text-soft hover:text-strong"
          >
            <Icon drawing={closeIcon} />
          </RadixToast.Close>
          {toast.isOpen && Number.isFinite(toast.durationMs) && <TimeLeft durationMs={toast.durationMs} />}
        </RadixToast.Root>
      ))}
      <RadixToast.Viewport
        label={labels.region}
        data-paused={isPaused || undefined}
        onFocus={rememberFocus}
        className="toasts fixed z-100 flex flex-col gap-4 outline-none"
      />
    </RadixToast.Provider>
  );
}

/** Set through the script, never in HTML: the site's policy forbids `style=`. */
function TimeLeft({ durationMs }: { durationMs: number }) {
  return (
    <div
      aria-hidden="true"
      className="toast-time-left absolute inset-x-0 bottom-0 h-1 origin-left bg-primary"
      style={{ animationDuration: `${durationMs}ms` }}
    />
  );
}

/** Returns the focus to its earlier place when the last toast goes, if it came here with F8 or Tab. */
function useReturningFocus(): (event: FocusEvent<HTMLElement>) => void {
  const list = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  useLayoutEffect(
    () => () => {
      if (list.current?.contains(document.activeElement)) cameFrom.current?.focus({ preventScroll: true });
    },
    [],
  );
  return ({ currentTarget, relatedTarget }) => {
    list.current = currentTarget;
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
      cameFrom.current = relatedTarget;
    }
  };
}
