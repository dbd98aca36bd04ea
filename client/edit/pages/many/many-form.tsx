import type { ReactNode } from 'react';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { tableTexts } from '#shared/locale/editors/table-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { PostForm } from '#client/edit/form/post-form.tsx';

const texts = tableTexts.many;

interface ManyFormProps {
  kind: Kind;
  /** Query of the list, to come back to. */
  back: string;
  /** Changes of the kind's own fields. */
  changes?: ReactNode;
  /** Rows with boxes. */
  children: ReactNode;
}

/** Rows to be chosen, with the changes for all that are. */
export function ManyForm({ kind, back, changes, children }: ManyFormProps) {
  const href = useEditHref();
  const hasState = kinds[kind].shown !== 'always';
  const steps: [does: string, label: string][] = [
    ['publish', texts.publish],
    ...(hasState ? [['unpublish', texts.unpublish] satisfies [string, string]] : []),
    ['remove', texts.remove],
  ];
  return (
    <PostForm action={href(editPaths.many(kind))} autoComplete="off" className="grid gap-6">
      <input type="hidden" name="back" value={back} />
      <label className="row-link me-auto">
        <input type="checkbox" name="all" value="on" />
        {texts.all}
      </label>
      {children}
      <fieldset className="edit-field">
        <legend>{texts.legend}</legend>
        <p className="field-rule">{texts.rule}</p>
        <div className="flex flex-wrap gap-x-8 gap-y-4 pt-2">
          {changes}
          <div className="flex flex-wrap gap-2">
            {steps.map(([does, label]) => (
              <button key={does} name="do" value={does} className="button">
                {label}
              </button>
            ))}
          </div>
        </div>
      </fieldset>
    </PostForm>
  );
}

/** A choice, with the button that goes on with it. */
export function ChangeByChoice({
  does,
  label,
  children,
}: {
  does: string;
  label: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={`many-${does}`}>{label}</label>
      <select id={`many-${does}`} name={does} className="field w-auto max-w-[14em]">
        {children}
      </select>
      <GoButton does={does} label={label} />
    </div>
  );
}

interface ChangeByTextProps {
  name: string;
  label: string;
  placeholder?: string;
  /** Text that was typed before another button was pressed. */
  typed?: string;
  /** Id of a list of suggestions. */
  list?: string;
  /** Buttons that go on with it; left out: the one of its name. */
  children?: ReactNode;
}

/** A text, with the buttons that go on with it. */
export function ChangeByText({ name, label, placeholder, typed, list, children }: ChangeByTextProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={`many-${name}`}>{label}</label>
      <input
        id={`many-${name}`}
        name={name}
        className="field w-auto max-w-[12em]"
        placeholder={placeholder}
        defaultValue={typed}
        list={list}
      />
      {children ?? <GoButton does={name} label={label} />}
    </div>
  );
}

function GoButton({ does, label }: { does: string; label: string }) {
  return (
    <button name="do" value={does} className="button" aria-label={texts.goWith(label)}>
      {texts.go}
    </button>
  );
}
