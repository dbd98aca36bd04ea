import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';

interface EntryStateProps {
  state: 'draft' | 'published' | 'archived';
  hasDraft: boolean;
  dueAt: string | null;
}

/** Says in a word who sees an entry. */
export function EntryState({ state, hasDraft, dueAt }: EntryStateProps) {
  const shown = dueAt !== null ? 'scheduled' : state === 'published' && hasDraft ? 'changed' : state;
  return (
    <span className="edit-state" data-state={shown}>
      {dueAt === null
        ? editTexts.list.states[shown]
        : editTexts.list.dueAt(formatDateTime(dueAt) ?? '', hasDraft)}
    </span>
  );
}
