let isComposing = false;

/** Notes when an input method composes, in any field of the page. */
export function watchComposition(): void {
  document.addEventListener('compositionstart', () => (isComposing = true), true);
  document.addEventListener('compositionend', () => (isComposing = false), true);
}

/** Works at once, or after the composition: what is composed would be lost if a script wrote or took the focus. */
export function afterComposition(work: () => void): void {
  if (!isComposing) return work();
  document.addEventListener('compositionend', () => setTimeout(() => afterComposition(work)), {
    once: true,
  });
}

/** Whether a key belongs to an input method. In Safari the Enter key that ends a composition says so by its code alone. */
export function isOfInputMethod(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
