import { bodyPicks } from '#shared/editing/body-tools.ts';
import { pickTexts } from '#shared/locale/editors/pick-texts.ts';
import { openPicker } from '../open-picker.ts';
import { afterComposition } from './composition.ts';
import { insertPicked } from './insert.ts';
import { applyChange, selectedIn } from './text-change.ts';

interface PickElements {
  field: HTMLTextAreaElement;
  bar: HTMLElement;
  /** Says why there is nothing to choose from. */
  note: HTMLElement;
}

/** Lets editors choose pictures, products and pages of the site for a text. */
export function offerPicks({ field, bar, note }: PickElements): void {
  for (const { name, what } of bodyPicks)
    bar
      .querySelector(`[value="${name}"]`)
      ?.addEventListener('click', () => afterComposition(() => void choose(field, what, note)));
}

async function choose(field: HTMLTextAreaElement, what: string, note: HTMLElement): Promise<void> {
  const before = selectedIn(field);
  note.textContent = '';
  const item = await openPicker(what);
  if (item === 'failed') note.textContent = pickTexts.failed;
  // Chromium loses the selection behind a dialog.
  if (field.value === before.value) field.setSelectionRange(before.start, before.end);
  if (item === null || item === 'failed') field.focus();
  else applyChange(field, insertPicked(selectedIn(field), item));
}
