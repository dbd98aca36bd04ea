import type { SuggestionPlace } from './suggestions.ts';

/** Loads the suggestions of search fields when one gets the focus for the first time. */
export function suggestInSearchFields(place: SuggestionPlace): void {
  let isComposing = false;

  function look({ type, target }: Pick<Event, 'type' | 'target'>): void {
    isComposing = type === 'compositionstart';
    if (target instanceof HTMLInputElement && target.type === 'search')
      import('./suggestions.ts')
        .then(({ suggestIn }) => suggestIn(target, place, isComposing))
        // Without it the field still leads to the page of the search.
        .catch(console.error);
  }

  for (const type of ['focusin', 'compositionstart', 'compositionend']) addEventListener(type, look);
  look({ type: '', target: document.activeElement });
}
