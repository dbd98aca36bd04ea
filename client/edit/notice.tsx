import { editTexts } from '#shared/locale/edit-texts.ts';
import { useEditHref } from './edit-context.ts';
import type { FormProblems } from './form/entry-form.tsx';
import { PostForm } from './form/post-form.tsx';

export interface NoticeText {
  kind: 'plain' | 'done' | 'problem';
  text: string;
  /** A form that takes back what was done. */
  undo?: { action: string; value: string; fields?: readonly (readonly [name: string, value: string])[] };
}

/** Says what has been done, or what is wrong, at once to those who listen. */
export function Notice({ kind, text, undo }: NoticeText) {
  const href = useEditHref();
  return (
    <div className="edit-notice edit-column" data-kind={kind} role={kind === 'problem' ? 'alert' : 'status'}>
      <p>{text}</p>
      {undo && (
        <PostForm action={href(undo.action)} className="mt-2">
          {undo.fields?.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button name="do" value={undo.value} className="button">
            {editTexts.done.undo}
          </button>
        </PostForm>
      )}
    </div>
  );
}

/** Everything that is wrong about a form, with links to its fields. */
export function ProblemNotice({
  problems,
  isKept = false,
  title = isKept ? editTexts.form.problems : editTexts.form.saveProblems,
}: {
  problems: FormProblems;
  /** It could not be published, and is a draft now; by default nothing is stored. */
  isKept?: boolean | undefined;
  title?: string;
}) {
  if (problems.fields.size === 0 && problems.body.length === 0) return null;
  return (
    <div className="edit-notice edit-column" data-kind="problem" role="alert">
      <p>{title}</p>
      <ul className="list-disc ps-6">
        {[...problems.fields].map(([field, sentence]) => (
          <li key={field}>
            <a href={`#f-${field}`}>{sentence}</a>
          </li>
        ))}
        {problems.body.map((sentence) => (
          <li key={sentence}>
            <a href="#f-body">{sentence}</a>
          </li>
        ))}
      </ul>
      <p>{isKept ? editTexts.form.keptAsDraft : editTexts.form.draftKept}</p>
    </div>
  );
}
