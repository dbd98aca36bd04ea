/**
 * The script that each document loads. The server has sent a whole page: people see it first, then the scripts run, which
 * come meanwhile by the document's preloads. A phone that evaluates them first shows the page a tenth of a second later.
 */
async function afterFirstPaint(): Promise<void> {
  // What is not seen, in another tab or before it is asked for, is not painted; neither is what an old browser cannot tell.
  if (document.visibilityState === 'hidden' || !PerformanceObserver.supportedEntryTypes.includes('paint'))
    return;
  await new Promise<void>((resolve) => {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, longestWait);
  });
}

/** In ms, for a window that is visible by its own account and covered by others. */
const longestWait = 1000;

async function run(): Promise<void> {
  await afterFirstPaint();
  const { start } = await import('./start.tsx');
  await start(new URL(import.meta.url).pathname);
}

// Without its scripts the page is still a page: links and forms work. One more try, for a deploy in between.
run().catch((error: unknown) => {
  console.error(error);
  if (history.state?.qingyeRetried) return;
  history.replaceState({ ...history.state, qingyeRetried: true }, '');
  location.reload();
});
