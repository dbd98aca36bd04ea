import { bodyPicks } from '#shared/editing/body-tools.ts';
import { afterComposition } from './composition.ts';
import { insertPicked } from './insert.ts';
import { applyChange, selectedIn } from './text-change.ts';

/** Lets editors choose pictures, products and pages of the site for a text. */
export function offerPicks(field: HTMLTextAreaElement, bar: HTMLElement): void {
  for (const { name, what } of bodyPicks)
    bar
      .querySelector(`[value="${name}"]`)
      ?.addEventListener('click', () => afterComposition(() => void choose(field, what)));
}

async function choose(field: HTMLTextAreaElement, what: string): Promise<void> {
  const before = selectedIn(field);
  const dialog = await import('../pick.ts').catch(() => null);
  const item = (await dialog?.pick(what)) ?? null;
  // Chromium loses the selection behind a dialog.
  if (field.value === before.value) field.setSelectionRange(before.start, before.end);
  if (item === null) field.focus();
  else applyChange(field, insertPicked(selectedIn(field), item));
}
