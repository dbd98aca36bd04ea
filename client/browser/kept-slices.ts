/**
 * A part of the page's state that comes back after a reload, beside scroll position and typed text, such as the
 * toasts that were open. The page that takes it back may be another build's, and whoever can write to the session
 * storage can write this: `restore` believes nothing about the value but that it is JSON.
 */
export interface KeptSlice {
  /** What is to be kept, as JSON can hold it; undefined when there is nothing. Never a secret. */
  read(): unknown;
  restore(value: unknown): void;
}

const slices = new Map<string, KeptSlice>();
const unclaimed = new Map<string, unknown>();

/** Keeps a slice for the page's life. Whoever comes late, in a script of its own, gets what was kept at once. */
export function keepOverReload(name: string, slice: KeptSlice): void {
  slices.set(name, slice);
  restoreSlice(name);
}

export function readSlices(): Record<string, unknown> {
  return Object.fromEntries([...slices].map(([name, slice]) => [name, slice.read()]));
}

export function restoreSlices(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    unclaimed.set(name, value);
    restoreSlice(name);
  }
}

function restoreSlice(name: string): void {
  const slice = slices.get(name);
  if (!slice || !unclaimed.has(name)) return;
  const value = unclaimed.get(name);
  unclaimed.delete(name);
  slice.restore(value);
}
