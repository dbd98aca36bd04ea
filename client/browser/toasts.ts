import { createToastQueue } from '../ui/toast-queue.ts';

/** What the page tells in passing: `toasts.show({ title })`. Shown by client/site/loaded-widgets.tsx once that is there. */
export const toasts = createToastQueue();
