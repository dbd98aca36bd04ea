import type { ReactNode } from 'react';
import type { EditField } from '#shared/editing/edit-forms.ts';
import type { FormValues } from '#shared/editing/form-values.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { ownValue } from '#shared/own-value.ts';
import { useEdit } from '../edit-context.ts';
import type { Choices } from './choices.ts';
import { FormField } from './form-field.tsx';
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

interface FormFieldsProps {
  fields: readonly EditField[];
  values: FormValues;
  choices: Choices;
  problems: FormProblems;
}

/** The fields of a form, those of a group together. */
export function FormFields({ fields, values, choices, problems }: FormFieldsProps) {
  return Array.from(
    Map.groupBy(fields, ({ name, group }) => group ?? name),
    ([name, together]) => (
      <Together key={name} fields={together} values={values} problems={problems.fields}>
        {together.map((field) => (
          <FormField
            key={field.name}
            field={field}
            values={values}
            choices={choices}
            problems={problems.fields}
            isAsked={problems.several?.has(field.name)}
            similar={problems.similar?.get(field.name)}
          />
        ))}
      </Together>
    ),
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
  const { rowChange } = useEdit();
  const heading = fields[0]?.group;
  if (heading === undefined) return children;
  const isFilled = fields.some(({ name }) => (ownValue(values, name) ?? '').length > 0);
  const hasProblem = [...problems.keys()].some((place) =>
    fields.some(({ name }) => place === name || place.startsWith(`${name}.`)),
  );
  const isChanged = fields.some(({ name }) => rowChange.startsWith(`${name}:`));
  return (
    <details open={isFilled || hasProblem || isChanged} className="edit-field">
      <summary>
        {heading}
        <span className="edit-meta">{editTexts.form.optional}</span>
      </summary>
      <div className="mt-4 grid gap-6">{children}</div>
    </details>
  );
}
