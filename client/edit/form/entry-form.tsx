import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import type { ReactNode } from 'react';
import { editForms, type EditField } from '#shared/editing/edit-forms.ts';
import type { FormContent, FormValues } from '#shared/editing/form-values.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { ownValue } from '#shared/own-value.ts';
import { useEditHref } from '../edit-context.ts';
import { ChoiceLists } from './field-control.tsx';
import type { Choices } from './choices.ts';
import { FormField } from './form-field.tsx';
import { PostForm } from './post-form.tsx';
import type { SimilarNameProps } from './similar-name.tsx';

/** Messages by field name, with the row number for lists; messages about the body in their order. */
export interface FormProblems {
  fields: ReadonlyMap<string, string>;
  body: readonly string[];
  /** Names of lists whose lines may each contain several names: the form asks which. */
  several?: ReadonlySet<string>;
  /** Names by their field that read like another: the form asks which is meant. */
  similar?: ReadonlyMap<string, SimilarNameProps>;
}

interface EntryFormProps {
  kind: Kind;
  /** Site path that the form is sent to, with the version that it was made from. */
  action: string;
  /** Mark of the stored content; empty when something else is shown. */
  mark: string;
  content: FormContent;
  choices: Choices;
  problems: FormProblems;
  /** It has been published before: boxes that say something of the change are offered. */
  isChange?: boolean;
  /** Content above the fields. */
  before?: ReactNode;
  /** Buttons. The first of the form saves: the Enter key presses it. */
  actions: ReactNode;
}

/** The fields of an entry and its Markdown. */
export function EntryForm({
  kind,
  action,
  mark,
  content,
  choices,
  problems,
  isChange = false,
  before,
  actions,
}: EntryFormProps) {
  const href = useEditHref();
  const bodyProblems = problems.body;
  const { check: boxes = [], text: fields = [] } = Object.groupBy(editForms[kind], ({ type }) =>
    type === 'check' ? 'check' : 'text',
  );
  return (
    <PostForm
      main={{ does: 'save', mark }}
      action={href(action)}
      autoComplete="off"
      className="edit-column grid gap-6"
    >
      <button name="do" value="save" className="sr-only" tabIndex={-1} aria-hidden="true" />
      {before}
      {Array.from(
        Map.groupBy(fields, ({ name, group }) => group ?? name),
        ([name, together]) => (
          <Together key={name} fields={together} values={content.values} problems={problems.fields}>
            {together.map((field) => (
              <FormField
                key={field.name}
                field={field}
                values={content.values}
                choices={choices}
                problems={problems.fields}
                isAsked={problems.several?.has(field.name)}
                similar={problems.similar?.get(field.name)}
              />
            ))}
          </Together>
        ),
      )}
      <div className="edit-field">
        <label htmlFor="f-body">{kinds[kind].body.label}</label>
        <p id="f-body-rule" className="field-rule">
          {editTexts.form.bodyRule}
        </p>
        {bodyProblems.length > 0 && (
          <ul id="f-body-problem" className="field-problem">
            {bodyProblems.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        <textarea
          id="f-body"
          name="body"
          className="field edit-body"
          rows={20}
          defaultValue={content.body}
          spellCheck={false}
          aria-describedby={bodyProblems.length > 0 ? 'f-body-problem f-body-rule' : 'f-body-rule'}
          aria-invalid={bodyProblems.length > 0 || undefined}
        />
      </div>
      {isChange &&
        boxes.map((field) => (
          <CheckField
            key={field.name}
            field={field}
            isChecked={ownValue(content.values, field.name) === 'on'}
          />
        ))}
      <ChoiceLists choices={choices} />
      <div className="edit-actions">{actions}</div>
    </PostForm>
  );
}

interface TogetherProps {
  fields: readonly EditField[];
  values: FormValues;
  problems: FormProblems['fields'];
  children: ReactNode;
}

/** Fields of a group under their heading, closed while nothing is in them; a field without a group stands by itself. */
function Together({ fields, values, problems, children }: TogetherProps) {
  const heading = fields[0]?.group;
  if (heading === undefined) return children;
  const isFilled = fields.some(({ name }) => (ownValue(values, name) ?? '').length > 0);
  const hasProblem = [...problems.keys()].some((place) =>
    fields.some(({ name }) => place === name || place.startsWith(`${name}.`)),
  );
  return (
    <details open={isFilled || hasProblem} className="edit-field">
      <summary>
        {heading}
        <span className="edit-meta">{editTexts.form.optional}</span>
      </summary>
      <div className="mt-4 grid gap-6">{children}</div>
    </details>
  );
}

function CheckField({ field: { name, label, rule }, isChecked }: { field: EditField; isChecked: boolean }) {
  return (
    <div className="edit-field">
      <label className="row-link">
        <input
          type="checkbox"
          name={`f.${name}`}
          value="on"
          defaultChecked={isChecked}
          aria-describedby={`f-${name}-rule`}
        />
        {label}
      </label>
      <p id={`f-${name}-rule`} className="field-rule">
        {rule}
      </p>
    </div>
  );
}
