import { isOfInputMethod } from './body/composition.ts';
import { arePressed } from './body/keys.ts';

/** The keys that save in other programs press the form's own button, wherever in the page the focus is. */
export function saveByKey(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[name="do"][value="save"]');
  if (button === null) return;
  document.addEventListener('keydown', (event) => {
    if (isOfInputMethod(event) || !arePressed(event, 'S')) return;
    event.preventDefault();
    if (!event.repeat) button.click();
  });
}
