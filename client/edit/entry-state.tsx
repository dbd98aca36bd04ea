import { editTexts } from '#shared/locale/edit-texts.ts';

interface EntryStateProps {
  state: 'draft' | 'published' | 'archived';
  hasDraft: boolean;
}

/** Says in a word who sees an entry. */
export function EntryState({ state, hasDraft }: EntryStateProps) {
  const shown = state === 'published' && hasDraft ? 'changed' : state;
  return (
    <span className="edit-state" data-state={shown}>
      {editTexts.list.states[shown]}
    </span>
  );
}
