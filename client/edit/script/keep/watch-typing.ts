/**
 * A pause after which a text is kept, and the longest time that it is not kept without one: with its way to the server
 * 2 s and 10 s of typing are the most that a crash takes.
 */
const pauseMs = 1_500;
const maxTypingMs = 8_000;

interface Typing {
  onInput(): void;
  /** Never while an input method composes: its text is not there yet. */
  onPause(): void;
}

/** Reports pauses of typing in a form, and every 8 s without one. Returns whether an input method composes now. */
export function watchTyping(typed: HTMLFormElement, { onInput, onPause }: Typing): () => boolean {
  let timer: number | undefined;
  let began: number | null = null;
  let isComposing = false;
  let isDue = false;

  function pause(): void {
    isDue = isComposing;
    if (isComposing) return;
    began = null;
    onPause();
  }
  function wait(): void {
    const now = performance.now();
    began ??= now;
    clearTimeout(timer);
    timer = setTimeout(pause, Math.max(0, Math.min(pauseMs, began + maxTypingMs - now)));
  }

  // Some controls of a form stand outside of it.
  const isOfForm = ({ target }: Event) =>
    target instanceof Element && 'form' in target && target.form === typed;
  document.addEventListener('input', (event) => {
    if (!isOfForm(event)) return;
    onInput();
    wait();
  });
  document.addEventListener('compositionstart', (event) => {
    if (isOfForm(event)) isComposing = true;
  });
  document.addEventListener('compositionend', (event) => {
    if (!isOfForm(event)) return;
    isComposing = false;
    // Safari reports the input after the end of its composition.
    if (isDue) setTimeout(pause);
    else wait();
  });
  return () => isComposing;
}
