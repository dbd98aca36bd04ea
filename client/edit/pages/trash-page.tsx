import { kindPages, isKind } from '#shared/kinds/kind-names.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEdit, useEditHref } from '../edit-context.ts';
import { Notice, type NoticeText } from '../notice.tsx';
import { PostForm } from '../form/post-form.tsx';

export interface TrashPageProps {
  items: readonly {
    key: string;
    kind: string;
    id: string;
    title: string;
    version: number;
    deletedAt: string;
  }[];
  notice: NoticeText | null;
}

export function TrashPage({ items, notice }: TrashPageProps) {
  const href = useEditHref();
  const { editor } = useEdit();
  return (
    <>
      <h1 className="page-title">{editTexts.trash}</h1>
      {notice && <Notice {...notice} />}
      <p>{editTexts.trashPage.text}</p>
      {items.length === 0 ? (
        <p>{editTexts.trashPage.empty}</p>
      ) : (
        <ul className="edit-list">
          {items.map(({ key, kind, id, title, version, deletedAt }) => (
            <li key={key}>
              <span className="edit-name">{title || id}</span>
              <span>{isKind(kind) && kindPages[kind].label}</span>
              <span className="edit-meta">
                {editTexts.trashPage.removedAt(formatDateTime(deletedAt) ?? '')}
              </span>
              <PostForm action={href(`${editPaths.trash}/${key}?version=${version}`)} className="flex gap-2">
                <button name="do" value="restore" className="button">
                  {editTexts.trashPage.restore}
                </button>
                {editor.role === 'admin' && (
                  <a href={href(`${editPaths.trash}/${key}/purge`)} className="row-link text-primary">
                    {editTexts.trashPage.purge}
                  </a>
                )}
              </PostForm>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
