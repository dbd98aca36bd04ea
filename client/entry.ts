/**
 * The script that each document loads. The server has sent a whole page: people see it first, with its pictures, then
 * the scripts come and run. On a phone that loads them at once they take the line from styles and pictures.
 */
async function untilSeen(): Promise<void> {
  // What is not seen, in another tab or before it is asked for, is not painted.
  if (document.visibilityState === 'hidden') return;
  const longestWait = new Promise((resolve) => setTimeout(resolve, longestWaitMs));
  await Promise.race([Promise.all([firstPaint(), loaded()]), longestWait]);
}

/** For a picture that does not come, and for a window that is visible by its own account and covered by others. */
const longestWaitMs = 1000;

async function firstPaint(): Promise<void> {
  // An old browser cannot tell.
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return;
  await new Promise<void>((resolve) => {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

/** The styles and the pictures that the first view needs: others are lazy. */
async function loaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}

async function run(): Promise<void> {
  await untilSeen();
  // All at once: what one imports need not wait until it has come. Each is run by itself, which leaves pauses.
  const scripts = document.body.dataset['scripts']?.split(' ') ?? [];
  await Promise.all(scripts.map((address) => import(address)));
  const { start } = await import('./start.tsx');
  await start();
}

// Without its scripts the page is still a page: links and forms work. One more try, for a deploy in between.
run().catch((error: unknown) => {
  console.error(error);
  if (history.state?.qingyeRetried) return;
  history.replaceState({ ...history.state, qingyeRetried: true }, '');
  location.reload();
});
