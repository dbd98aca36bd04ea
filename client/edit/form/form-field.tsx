import { columnsOf, type EditField } from '#shared/editing/edit-forms.ts';
import { wholeLinesField } from '#shared/editing/whole-form.ts';
import type { FormRow, FormValues } from '#shared/editing/form-values.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEdit } from '../edit-context.ts';
import { FieldControl } from './field-control.tsx';
import type { Choices } from './choices.ts';
import { kindPages } from '#shared/kinds/kind-names.ts';
import { ruleOf, valueNote } from './field-texts.ts';
import { placeAfter } from './place-after.ts';
import { SimilarName, type SimilarNameProps } from './similar-name.tsx';

interface FormFieldProps {
  field: EditField;
  values: FormValues;
  choices: Choices;
  /** Sentences about fields, by the name of the field with its row. */
  problems: ReadonlyMap<string, string>;
  /** Whether the form asks if each line is a single name. */
  isAsked?: boolean | undefined;
  similar?: SimilarNameProps | undefined;
}

export function FormField({ field, values, choices, problems, isAsked = false, similar }: FormFieldProps) {
  const { rowChange } = useEdit();
  const value = values[field.name] ?? '';
  if (typeof value !== 'string') return <RowsField {...{ field, rows: value, values, choices, problems }} />;
  const problem = problems.get(field.name);
  const rule = ruleOf(field) + typedRule(field, choices) + valueNote(field, value.trim());
  const id = `f-${field.name}`;
  const describedBy =
    [problem && `${id}-problem`, rule && `${id}-rule`].filter(Boolean).join(' ') || undefined;
  const was = values[`${field.name}.was`];
  return (
    <div className="edit-field">
      <label htmlFor={id}>
        {field.label}
        {!field.required && <span className="edit-meta">{editTexts.form.optional}</span>}
      </label>
      <FieldControl
        field={field}
        name={`f.${field.name}`}
        id={id}
        value={value}
        describedBy={describedBy}
        isInvalid={problem !== undefined}
        choices={choices}
        isFirst={rowChange === `${field.name}:split`}
      />
      {typeof was === 'string' && was !== '' && (
        <input type="hidden" name={`f.${field.name}.was`} defaultValue={was} />
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="field-problem">
          {problem}
        </p>
      )}
      {isAsked && <SeveralInLine name={field.name} />}
      {similar && <SimilarName field={field.name} {...similar} />}
      {rule !== '' && (
        <p id={`${id}-rule`} className="field-rule">
          {rule}
        </p>
      )}
    </div>
  );
}

/** With too many entries for a drop-down list, the editor types an id or a title. */
function typedRule({ type, to }: EditField, choices: Choices): string {
  const isTyped = type === 'reference' && to !== undefined && choices.entries[to]?.hasMore;
  return isTyped ? editTexts.form.referenceRule(kindPages[to].label) : '';
}

function SeveralInLine({ name }: { name: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <button className="button" name="row" value={`${name}:split`} formNoValidate>
        {editTexts.form.split}
      </button>
      <label className="row-link">
        <input type="checkbox" name={wholeLinesField(name)} value="on" />
        {editTexts.form.wholeLines}
      </label>
    </p>
  );
}

interface RowsFieldProps {
  field: EditField;
  rows: readonly FormRow[];
  values: FormValues;
  choices: Choices;
  problems: ReadonlyMap<string, string>;
}

/** A list: each row with buttons that move and remove it. They send the form, which comes back as it was typed. */
function RowsField({ field, rows, values, choices, problems }: RowsFieldProps) {
  const { label } = field;
  const columns = columnsOf(field).flatMap((column) => withNames(column, rows, values));
  const rule = ruleOf(field);
  const problem = problems.get(field.name);
  // Side by side nobody could tell so many controls apart.
  const isWide = columns.length > maxColumnsInLine;
  const first = placeAfter(useEdit().rowChange, field.name, rows.length);
  return (
    <fieldset className="edit-field">
      <legend>
        {label}
        <span className="edit-meta">{editTexts.form.optional}</span>
      </legend>
      {rule !== '' && <p className="field-rule">{rule}</p>}
      {problem !== undefined && <p className="field-problem">{problem}</p>}
      {columns.some(({ ofMap }) => ofMap !== undefined) && (
        <CombinationButtons name={field.name} first={first} />
      )}
      <ol className={isWide ? 'edit-rows edit-rows-wide' : 'edit-rows'}>
        {rows.map((row, index) => (
          // Rows have no names of their own, and the page is rendered once.
          <li key={index}>
            {columns.map((column, place) => {
              const cell = column.name === '' ? '' : `.${column.name}`;
              const name = `${field.name}.${index}${cell}`;
              const cellProblem = problems.get(name);
              return (
                <div key={column.name}>
                  {isWide && (
                    <span aria-hidden="true" className="edit-meta">
                      {column.label}
                    </span>
                  )}
                  <FieldControl
                    field={column}
                    name={`f.${name}`}
                    id={`f-${name}`}
                    value={row[column.name] ?? ''}
                    describedBy={cellProblem === undefined ? undefined : `f-${name}-problem`}
                    isInvalid={cellProblem !== undefined}
                    choices={choices}
                    label={editTexts.form.row(column.label, index + 1)}
                    placeholder={field.type === 'pairs' ? column.label : undefined}
                    isFirst={place === 0 && first === `${field.name}:${index}`}
                  />
                  {cellProblem !== undefined && (
                    <p id={`f-${name}-problem`} className="field-problem">
                      {cellProblem}
                    </p>
                  )}
                </div>
              );
            })}
            {index < maxMovableRows && <RowButtons name={field.name} index={index} first={first} />}
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap gap-3">
        <button
          className="button"
          name="row"
          value={`${field.name}:add`}
          autoFocus={first === `${field.name}:add`}
          aria-label={editTexts.form.addRowTo(label)}
        >
          {editTexts.form.addRow}
        </button>
      </p>
    </fieldset>
  );
}

const maxColumnsInLine = 4;

/** Before the rows: behind those of 100 variants they were 1,555 presses of Tab away. */
function CombinationButtons({ name, first }: Pick<RowButtonsProps, 'name' | 'first'>) {
  return (
    <p className="my-2 flex flex-wrap gap-3">
      {Object.entries(editTexts.combinations).map(([what, label]) => (
        <button
          key={what}
          className="button"
          name="row"
          value={`${name}:${what}`}
          autoFocus={first === `${name}:${what}`}
          formNoValidate
        >
          {label}
        </button>
      ))}
    </p>
  );
}

/** A text of a map gets its name and the values to choose from out of the rows that have them; without a name it is hidden. */
function withNames(column: EditField, rows: readonly FormRow[], values: FormValues): EditField[] {
  if (column.ofMap === undefined) return [column];
  const named = values[column.ofMap.namesIn];
  const row = typeof named === 'object' ? named[column.ofMap.place] : undefined;
  const isTyped = rows.some((other) => (other[column.name] ?? '') !== '');
  if (row === undefined && !isTyped) return [];
  const options = (row?.['values'] ?? '').split('\n').map((text) => text.trim());
  return [
    { ...column, label: row?.['name'] || column.label, options: options.filter((text) => text !== '') },
  ];
}

/** More cannot be stored, and buttons for 2,400 rows would make a page of 1.5 MB. An emptied row goes at the next save. */
const maxMovableRows = 200;

interface RowButtonsProps {
  name: string;
  index: number;
  /** Place at which the page begins. */
  first: string | null;
}

function RowButtons(props: RowButtonsProps) {
  return (
    <span className="flex">
      <RowButton {...props} what="up" label={editTexts.form.rowUp} sign="↑" />
      <RowButton {...props} what="down" label={editTexts.form.rowDown} sign="↓" />
      <RowButton {...props} what="remove" label={editTexts.form.rowRemove} sign="✕" />
    </span>
  );
}

interface RowButtonProps extends RowButtonsProps {
  what: 'up' | 'down' | 'remove';
  label: string;
  sign: string;
}

function RowButton({ name, what, index, first, label, sign }: RowButtonProps) {
  const value = `${name}:${what}:${index}`;
  return (
    <button
      className="icon-button"
      name="row"
      value={value}
      autoFocus={first === value}
      aria-label={editTexts.form.row(label, index + 1)}
    >
      {sign}
    </button>
  );
}
