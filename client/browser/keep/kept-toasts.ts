import type { KeptSlice } from './kept-slices.ts';
import { toasts } from './toasts.ts';

/** Open toasts are shown again after a reload, for their whole time. */
export const keptToasts: KeptSlice = {
  read() {
    const open = toasts.read().filter(({ isOpen }) => isOpen);
    return open.map(({ title, description, durationMs }) => ({
      title,
      description,
      // JSON has no Infinity.
      isLasting: durationMs === Infinity,
    }));
  },
  restore(value) {
    for (const kept of Array.isArray(value) ? value : []) {
      const { title, description, isLasting }: Record<string, unknown> = Object(kept);
      if (typeof title !== 'string') continue;
      const text = typeof description === 'string' ? { title, description } : { title };
      toasts.show(text, isLasting === true ? { durationMs: Infinity } : {});
    }
  },
};
