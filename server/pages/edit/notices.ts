import type { NoticeText } from '#client/edit/notice.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';

/** What an address says has just been done, in words of ours; null when it says nothing. */
export function readNotice(query: URLSearchParams): NoticeText | null {
  const done = query.get('done') ?? '';
  const texts: Readonly<Record<string, string>> = editTexts.done;
  const text = Object.hasOwn(texts, done) && done !== 'undo' ? texts[done] : undefined;
  if (text === undefined) return null;
  const [, key, version] = /^([\w-]{1,64})\.(\d{1,9})$/.exec(query.get('undo') ?? '') ?? [];
  if (key === undefined) return { kind: 'done', text };
  return {
    kind: 'done',
    text,
    undo: { action: `${editPaths.trash}/${key}?version=${version}`, value: 'restore' },
  };
}
