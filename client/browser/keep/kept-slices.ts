/**
 * A part of the page's state that survives a reload, beside scroll position and typed text, such as open toasts. The
 * page that restores it may come from another build, and any script of this origin can write to session storage:
 * `restore` may rely only on the value being JSON.
 */
export interface KeptSlice {
  /** Returns the state as a JSON value; undefined when there is none. Never a secret. */
  read(): unknown;
  restore(value: unknown): void;
}

const slices = new Map<string, KeptSlice>();
const unclaimed = new Map<string, unknown>();

/** Keeps a slice for the page's life. A slice registered late, by a script of its own, is restored at once. */
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
