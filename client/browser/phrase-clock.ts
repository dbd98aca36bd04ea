const everyMs = 30_000;
const listeners = new Set<() => void>();
let now = 0;

/** What "5 minutes ago" is counted from while a page is open. 0 until it runs: the page says it as the server did. */
export const phraseClock = {
  now: () => now,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** One timer for every phrase of the page. It only moves what has changed. */
export function startPhraseClock(): void {
  setInterval(tick, everyMs);
  // Timers rest in the background.
  document.addEventListener('visibilitychange', tick);
  tick();
}

function tick(): void {
  if (document.hidden) return;
  now = Date.now();
  for (const listener of listeners) listener();
}
