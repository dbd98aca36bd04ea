const endings = new Set<() => void>();
let isListening = false;

/** Does `end` when this program ends, however it ends. Returns how to call that off. */
export function atExit(end: () => void): () => void {
  if (!isListening) listen();
  isListening = true;
  endings.add(end);
  return () => void endings.delete(end);
}

function listen(): void {
  process.once('exit', () => {
    for (const end of [...endings].toReversed()) {
      try {
        end();
      } catch {
        // It had ended already; the others still have to.
      }
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
