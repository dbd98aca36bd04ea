import type { NoticeText } from '#client/edit/notice.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { tableTexts } from '#shared/locale/editors/table-texts.ts';
import { numberIn } from '../edit-address.ts';
import { readNotice } from '../notices.ts';

/** Notice of a list: of the change of many, with the way back, or of another action. */
export function readManyNotice(kind: Kind, query: URLSearchParams): NoticeText | null {
  const { done, undone } = tableTexts.many;
  const back = numberIn(query.get('undone'));
  if (back !== null) return { kind: 'done', text: undone(back) };
  const changed = numberIn(query.get('changed'));
  if (changed === null) return readNotice(query);
  return { kind: 'done', text: done(changed), ...undoOf(kind, { query, at: query.get('at') ?? '' }) };
}

/** The button that takes a change of many back; none where its moment is not known. */
export function undoOf(
  kind: Kind,
  { query, at }: { query: URLSearchParams; at: string },
): Pick<NoticeText, 'undo'> {
  if (!isMoment(at)) return {};
  const back = new URLSearchParams(query);
  for (const name of ['changed', 'at']) back.delete(name);
  const fields = [['at', at] as const, ['back', back.toString()] as const];
  return { undo: { action: editPaths.many(kind), value: 'undo', fields } };
}

/** Whether a text is a time as it is stored. */
export function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
}
