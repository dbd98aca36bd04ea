const composing = new WeakSet<EventTarget>();

/** Notes when an input method composes in a field. */
export function watchComposition(field: HTMLTextAreaElement): void {
  field.addEventListener('compositionstart', () => composing.add(field));
  field.addEventListener('compositionend', () => composing.delete(field));
}

/** Works at once, or after the composition: what is composed would be lost if a script wrote into the field. */
export function afterComposition(field: HTMLTextAreaElement, work: () => void): void {
  if (!composing.has(field)) return work();
  field.addEventListener('compositionend', () => setTimeout(() => afterComposition(field, work)), {
    once: true,
  });
}

/** Whether a key belongs to an input method. In Safari the Enter key that ends a composition says so by its code alone. */
export function isOfInputMethod(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
