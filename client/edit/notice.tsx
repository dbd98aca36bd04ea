import { mainFormId } from '#shared/editing/main-form.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEditHref } from './edit-context.ts';
import type { FormProblems } from './form/form-fields.tsx';
import { PostForm } from './form/post-form.tsx';

export interface NoticeText {
  kind: 'plain' | 'done' | 'problem';
  text: string;
  /** A form that takes back what was done; without an action a button of the page's main form. */
  undo?: {
    action?: string;
    value: string;
    fields?: readonly (readonly [name: string, value: string])[];
  };
}

/** Says what has been done, or what is wrong, at once to those who listen. */
export function Notice({ kind, text, undo }: NoticeText) {
  return (
    <div className="edit-notice edit-column" data-kind={kind} role={kind === 'problem' ? 'alert' : 'status'}>
      <p>{text}</p>
      {undo && <Undo {...undo} />}
    </div>
  );
}

function Undo({ action, value, fields = [] }: NonNullable<NoticeText['undo']>) {
  const href = useEditHref();
  const form = action === undefined ? mainFormId : undefined;
  const parts = (
    <>
      {fields.map(([name, text]) => (
        <input key={name} form={form} type="hidden" name={name} value={text} />
      ))}
      <button form={form} name="do" value={value} className="button">
        {editTexts.done.undo}
      </button>
    </>
  );
  if (action === undefined) return <p className="mt-2">{parts}</p>;
  return (
    <PostForm action={href(action)} className="mt-2">
      {parts}
    </PostForm>
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
