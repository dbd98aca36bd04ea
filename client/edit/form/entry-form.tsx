import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import type { ReactNode } from 'react';
import { changeAtField, columnsOf, editForms, type EditField } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { paths } from '#shared/address/paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { ownValue } from '#shared/own-value.ts';
import { useEditHref } from '../edit-context.ts';
import { BodyField } from './body-field.tsx';
import { ChoiceLists } from './field-control.tsx';
import type { Choices } from './choices.ts';
import { FormFields, type FormProblems } from './form-fields.tsx';
import { PostForm } from './post-form.tsx';

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
  /** Visitors see it: a time for its change is offered. */
  isVisible?: boolean;
  /** Above the facts, such as the field of an id. */
  before?: ReactNode;
  /** Buttons. The Enter key saves. */
  actions: ReactNode;
}

/** The title of an entry and its Markdown, the facts beside them where there is room, and below what needs the whole width. */
export function EntryForm({
  kind,
  action,
  mark,
  content,
  choices,
  problems,
  isChange = false,
  isVisible = false,
  before,
  actions,
}: EntryFormProps) {
  const href = useEditHref();
  const isOffered = ({ name }: EditField) =>
    name !== changeAtField || isVisible || (content.values[name] ?? '') !== '';
  const fieldsIn = Object.groupBy(editForms[kind].filter(isOffered), (field) => placeOf(kind, field));
  const shown = { values: content.values, choices, problems };
  return (
    <PostForm
      main={{ does: 'save', mark }}
      action={href(action)}
      data-sign-in={href(paths.loginFor(paths.account))}
      autoComplete="off"
      className="edit-form"
    >
      {/* Rows of variants are hundreds of presses of Tab, which this passes over. */}
      <a className="skip-link" href={`#${actionsId}`}>
        {editTexts.form.toActions}
      </a>
      <div className="edit-writing">
        <FormFields {...shown} fields={fieldsIn.title ?? []} />
        <BodyField label={kinds[kind].body.label} body={content.body} problems={problems.body} />
      </div>
      <div className="edit-facts">
        {before}
        <FormFields {...shown} fields={fieldsIn.facts ?? []} />
        {isChange &&
          fieldsIn.boxes?.map((field) => (
            <CheckField
              key={field.name}
              field={field}
              isChecked={ownValue(content.values, field.name) === 'on'}
            />
          ))}
      </div>
      {fieldsIn.lists && (
        <div className="edit-lists">
          <FormFields {...shown} fields={fieldsIn.lists} />
        </div>
      )}
      <ChoiceLists choices={choices} />
      <div id={actionsId} tabIndex={-1} className="edit-actions">
        {actions}
      </div>
    </PostForm>
  );
}

const actionsId = 'actions';

/** Rows of several columns, and groups of fields, have no room beside the text. */
function placeOf(kind: Kind, field: EditField): 'title' | 'boxes' | 'lists' | 'facts' {
  if (field.name === kinds[kind].title) return 'title';
  if (field.type === 'check') return 'boxes';
  return columnsOf(field).length > 1 || field.group !== undefined ? 'lists' : 'facts';
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
