/** Most toasts at the same time; a further one removes the oldest. */
const maxToasts = 5;
/** From closing to being gone: as long as the animation `toast-out` takes. */
const removalMs = 200;
const usualMs = 5000;

export interface ToastText {
  title: string;
  description?: string;
}

export interface Toast extends ToastText {
  id: number;
  /** Infinity stays until it is closed. */
  durationMs: number;
  isOpen: boolean;
}

export interface ToastQueue {
  /** Shows it in the place of a toast that still says the same words, if there is one. */
  show(text: ToastText, options?: { durationMs?: number }): void;
  close(id: number): void;
  /** Oldest first. */
  read(): readonly Toast[];
  subscribe(listener: () => void): () => void;
}

export function createToastQueue(): ToastQueue {
  const listeners = new Set<() => void>();
  let toasts: readonly Toast[] = [];
  let lastId = 0;

  function change(next: readonly Toast[]): void {
    toasts = next;
    for (const listener of listeners) listener();
  }

  return {
    show(text, { durationMs = usualMs } = {}) {
      const others = toasts.filter((toast) => !saysTheSame(toast, text));
      lastId += 1;
      change([...others, { ...text, id: lastId, durationMs, isOpen: true }].slice(-maxToasts));
    },
    close(id) {
      change(toasts.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
      setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), removalMs);
    },
    read: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function saysTheSame(a: ToastText, b: ToastText): boolean {
  return a.title === b.title && a.description === b.description;
}
