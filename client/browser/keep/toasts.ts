import { createToastQueue } from '#client/ui/toast-queue.ts';

/**
 * Queue of the page's short messages: `toasts.show({ title })`. Shown by client/ui/toast-region.tsx, which the first
 * one loads.
 */
export const toasts = createToastQueue();
