import type { NoticeText } from '#client/edit/notice.tsx';
import type { OpenEntry } from '#server/features/editing/entries/open-entry.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { ShownPlan } from '#shared/editing/plan/plans.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { planTexts } from '#shared/locale/editors/plan-texts.ts';
import { ownValue } from '#shared/own-value.ts';

/** Notice of the action that an address names, in words of ours; null when it names none. */
export function readNotice(query: URLSearchParams): NoticeText | null {
  const done = query.get('done') ?? '';
  const text = done === 'undo' ? undefined : ownValue<unknown>(editTexts.done, done);
  if (typeof text !== 'string') return null;
  const [, key, version] = /^([\w-]{1,64})\.(\d{1,9})$/.exec(query.get('undo') ?? '') ?? [];
  if (key === undefined) return { kind: 'done', text };
  return {
    kind: 'done',
    text,
    undo: { action: `${editPaths.trash}/${key}?version=${version}`, value: 'restore' },
  };
}

/** Same as `readNotice`, with the way back from the action on this entry. */
export function readEntryNotice(
  query: URLSearchParams,
  {
    entry,
    draft,
    dueAt,
    plans,
  }: Pick<OpenEntry, 'entry' | 'draft'> & { dueAt: string | null; plans: readonly ShownPlan[] },
): NoticeText | null {
  const planned = readPlanned(query.get('done'), plans);
  if (planned !== null) return planned;
  const notice = readNotice(query);
  if (notice === null) return null;
  if (query.get('done') === 'published' && dueAt !== null)
    return { ...notice, text: editTexts.done.scheduled(formatDateTime(dueAt) ?? '') };
  const done = query.get('done');
  if ((done === 'unpublished' || done === 'archived') && entry.state !== 'published')
    return { ...notice, undo: { value: 'republish' } };
  if (done === 'discarded' && draft === null) return { ...notice, undo: { value: 'undiscard' } };
  const from = query.get('from');
  if (done === 'renamed' && from !== null && from !== entry.id)
    return { ...notice, undo: { value: 'rename', fields: [['back', from.normalize('NFC')]] } };
  return notice;
}

/** Notice of what was planned, while it is. */
function readPlanned(done: string | null, plans: readonly ShownPlan[]): NoticeText | null {
  if (done !== 'planned' && done !== 'end-planned') return null;
  const action = done === 'planned' ? 'publish' : 'archive';
  const plan = plans.find((candidate) => candidate.action === action && candidate.problem === null);
  return plan ? { kind: 'done', text: planTexts.done[done](formatDateTime(plan.runAt) ?? '') } : null;
}
