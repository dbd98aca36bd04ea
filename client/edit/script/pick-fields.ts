import type { PickItem } from '#shared/editing/picks.ts';
import { openPicker } from './open-picker.ts';

/** Opens a dialog of things to choose from where a button of the form would lead to a page of them. */
export function pickInFields(form: HTMLFormElement): void {
  form.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[data-pick]') : null;
    if (!(button instanceof HTMLButtonElement) || button === sentAnyway) return;
    event.preventDefault();
    void choose(form, button);
  });
}

/** The dialog could not be loaded: the page does its work. */
let sentAnyway: HTMLButtonElement | null = null;

async function choose(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const name = button.value.replace(/^pick:/, '');
  const what = button.dataset['pick'] || valueOf(form, name.replace(/\.id$/, '.kind'));
  const item = await openPicker(what, button.getAttribute('aria-label') ?? button.innerText);
  if (item === 'failed') {
    sentAnyway = button;
    button.click();
    return;
  }
  const input = form.elements.namedItem(name);
  if (item === null || !(input instanceof HTMLInputElement)) return;
  input.value = item.value;
  show(input, item);
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  // The alternative text of a picture comes next.
  const words = form.elements.namedItem(wordsFieldOf(name));
  if (item.path === null && words instanceof HTMLInputElement && words.value === '') words.focus();
  else input.focus();
}

function valueOf(form: HTMLFormElement, name: string): string {
  const control = form.elements.namedItem(name);
  return control instanceof HTMLSelectElement ? control.value : '';
}

/** Name of the field with the alternative text of a picture: `coverAlt`, or `alt` in its row. */
function wordsFieldOf(name: string): string {
  return name.endsWith('.src') ? name.replace(/src$/, 'alt') : `${name}Alt`;
}

/** The picture or the title beside the field, in the place of that of its former value. */
function show(input: HTMLInputElement, { label, picture, path }: PickItem): void {
  for (const shown of input.parentElement?.querySelectorAll('img, .edit-meta') ?? []) shown.remove();
  if (path === null && picture !== null) {
    const img = document.createElement('img');
    img.src = picture;
    img.alt = '';
    input.after(img);
  } else if (path !== null && path !== input.value) {
    const title = document.createElement('p');
    title.className = 'edit-meta media-name';
    title.textContent = label;
    input.after(title);
  }
}
