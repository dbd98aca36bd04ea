import { editPaths } from '#shared/editing/edit-paths.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { useEdit, useEditHref } from '#client/edit/edit-context.ts';

/** Says why there is nothing to be managed here. */
export function StaffNoticePage({ title, text }: { title: string; text: string }) {
  const href = useEditHref();
  const { editor } = useEdit();
  return (
    <div className="edit-column">
      <h1 className="page-title">{title}</h1>
      <p className="mt-4">{text}</p>
      {editor.role === 'admin' && (
        <a href={href(editPaths.accounts)} className="row-link mt-4">
          {staffTexts.back}
        </a>
      )}
    </div>
  );
}
