/**
 * Lets the browser ask before the page is left while something is on its way into the text: by saving too, it would be
 * lost without a word. Returns a function that begins with that, since Firefox keeps no page for going back that may ask.
 */
export function askWhile(isBusy: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (!isBusy()) return;
    event.preventDefault();
    // Chrome before 119.
    event.returnValue = true;
  };
  return () => window.addEventListener('beforeunload', ask);
}
