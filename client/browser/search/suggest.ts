import type { SuggestionPlace } from './suggestions.ts';

/** Loads the suggestions of search fields when one gets the focus for the first time. */
export function suggestInSearchFields(place: SuggestionPlace): void {
  let isComposing = false;

  async function look(element: EventTarget | null): Promise<void> {
    if (!(element instanceof HTMLInputElement) || element.type !== 'search') return;
    const { suggestIn } = await import('./suggestions.ts');
    suggestIn(element, place, isComposing);
  }

  function start({ type, target }: Pick<Event, 'type' | 'target'>): void {
    isComposing = type === 'compositionstart';
    // Without it the field still leads to the page of the search.
    look(target).catch(console.error);
  }

  for (const type of ['focusin', 'compositionstart', 'compositionend'])
    document.addEventListener(type, start);
  start({ type: '', target: document.activeElement });
}
