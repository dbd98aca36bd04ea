import { createToastQueue } from '../ui/toast-queue.ts';

/** What the page tells in passing: `toasts.show({ title })`. Shown by client/ui/toast-region.tsx, which the first one loads. */
export const toasts = createToastQueue();
