import type { SuggestionPlace } from './suggestions.ts';

/** Loads the suggestions of search fields when one gets the focus for the first time. */
export function suggestInSearchFields(place: SuggestionPlace): void {
  async function look(element: EventTarget | null): Promise<void> {
    if (!(element instanceof HTMLInputElement) || element.type !== 'search') return;
    const { suggestIn } = await import('./suggestions.ts');
    suggestIn(element, place);
  }

  function start(element: EventTarget | null): void {
    // Without it the field still leads to the page of the search.
    look(element).catch((error: unknown) => console.error(error));
  }

  document.addEventListener('focusin', ({ target }) => start(target));
  start(document.activeElement);
}
