const everyMs = 30_000;
const listeners = new Set<() => void>();
let now = 0;

/** Clock for phrases such as "5 minutes ago". 0 until it runs: the page then shows the server's phrase. */
export const phraseClock = {
  now: () => now,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Starts a single timer for all phrases of the page. Only phrases that have changed are rendered again. */
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
