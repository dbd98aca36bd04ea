import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { planTexts } from '#shared/locale/editors/plan-texts.ts';

interface StatedEntry {
  state: 'draft' | 'published' | 'archived';
  hasDraft: boolean;
  dueAt: string | null;
  /** Times of a planned change and of a planned end. */
  changeAt?: string | null;
  endAt?: string | null;
}

/** Says in a word who sees an entry, and what will happen to it. */
export function EntryState({ entry }: { entry: StatedEntry }) {
  const { state, hasDraft, dueAt, changeAt = null, endAt = null } = entry;
  const isPlanned = dueAt !== null || changeAt !== null || endAt !== null;
  const present = state === 'published' && hasDraft ? 'changed' : state;
  const words = [
    dueAt === null
      ? editTexts.list.states[present]
      : editTexts.list.dueAt(formatDateTime(dueAt) ?? '', hasDraft),
    ...(changeAt === null ? [] : [planTexts.due.publish(formatDateTime(changeAt) ?? '')]),
    ...(endAt === null ? [] : [planTexts.due.archive(formatDateTime(endAt) ?? '')]),
  ];
  return (
    <span className="edit-state" data-state={isPlanned ? 'scheduled' : present}>
      {planTexts.together(words)}
    </span>
  );
}
