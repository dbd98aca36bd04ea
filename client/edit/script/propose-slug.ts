import { proposeId } from '#shared/editing/propose-id.ts';

/** Writes the id of a new entry after its title, until the editor has changed it. */
export function proposeSlug(): void {
  const id = document.querySelector<HTMLInputElement>('input[data-title]');
  const title = document.getElementById(id?.dataset['title'] ?? '');
  if (id === null || !(title instanceof HTMLInputElement)) return;
  let isOwn = id.value !== '' && id.value !== proposeId(title.value);
  const propose = () => {
    if (!isOwn) id.value = proposeId(title.value);
  };
  id.addEventListener('input', () => (isOwn = true));
  title.addEventListener('input', (event) => {
    // Half a composition is no title.
    if (!(event instanceof InputEvent && event.isComposing)) propose();
  });
  title.addEventListener('compositionend', propose);
}
