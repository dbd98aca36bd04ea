declare global {
  interface Window {
    /** Errors and warnings of a visitor's developer tools. */
    complaints: string[];
    /** Whether the page was kept whole when it was left, once it is shown again. */
    wasKept: boolean;
  }
}

/** Address at which a page reports that it was still there so long after the beginning of a navigation. */
export const waitsPath = '/__waits';

/**
 * Longer than the page waits before it takes the end of its requests for a failure. Both are timers of the page, of
 * which the one of the earlier moment is the first, however slow the machine is.
 */
const waitsMs = 1300;

/** A script that listens to the page from its start. Its own element is gone before anybody looks for it. */
export function probeSource(beforeScripts?: () => void): string {
  const doBefore = beforeScripts ? `addEventListener('DOMContentLoaded', ${beforeScripts});` : '';
  return `(${listen})();(${tellOfWaiting})(${JSON.stringify(waitsPath)}, ${waitsMs});${doBefore}document.currentScript.remove();`;
}

function listen(): void {
  window.complaints = [];
  const complain = (...parts: unknown[]) => void window.complaints.push(parts.map(String).join(' '));
  for (const level of ['error', 'warn'] as const) {
    const write = console[level];
    console[level] = (...parts) => {
      complain(`console ${level}:`, ...parts);
      write.apply(console, parts);
    };
  }
  // Also errors of scripts, styles and pictures that cannot be loaded, whose events do not bubble.
  addEventListener(
    'error',
    ({ message, target }) => complain('error:', message ?? (target as Element).outerHTML),
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => complain('rejection:', reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, sample, sourceFile }) =>
    complain('violation:', violatedDirective, sample, sourceFile),
  );
  addEventListener('pageshow', ({ persisted }) => (window.wasKept = persisted));
}

/** A driver cannot ask a page that is being left. */
function tellOfWaiting(path: string, ms: number): void {
  addEventListener('beforeunload', () => setTimeout(() => navigator.sendBeacon(path), ms));
}
