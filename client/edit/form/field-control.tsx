import type { ComponentProps } from 'react';
import type { EditField } from '#shared/editing/edit-forms.ts';
import { splitTime } from '#shared/editing/typed-time.ts';
import { availabilities } from '#shared/payloads.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { texts } from '#shared/locale/texts.ts';

/** What can be chosen in the fields of a form. */
export interface Choices {
  authors: readonly Choice[];
  products: readonly Choice[];
  media: readonly string[];
  categories: readonly string[];
}

interface Choice {
  id: string;
  label: string;
}

interface FieldControlProps {
  field: EditField;
  /** Of the field in the form. */
  name: string;
  id: string;
  value: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  choices: Choices;
  /** Where no label is seen. */
  label?: string | undefined;
}

/** The control of a field. The browser keeps what is typed in it: no script writes into it. */
export function FieldControl({
  field,
  name,
  id,
  value,
  describedBy,
  isInvalid,
  choices,
  label,
}: FieldControlProps) {
  const common = {
    id,
    name,
    defaultValue: value,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    'aria-label': label,
    autoComplete: 'off',
    className: 'field',
  };
  switch (field.type) {
    case 'text':
      return <textarea {...common} rows={3} />;
    case 'lines':
      return <textarea {...common} rows={3} />;
    case 'choice':
      return (
        <select {...common}>
          {(field.options ?? []).map((option) => (
            <option key={option} value={option}>
              {optionText(option)}
            </option>
          ))}
        </select>
      );
    case 'author':
      return (
        <select {...common}>
          <option value="">{editTexts.form.choose}</option>
          {withTyped(choices.authors, value).map((author) => (
            <option key={author.id} value={author.id}>
              {author.label}
            </option>
          ))}
        </select>
      );
    case 'time':
      return <TimeControl {...common} />;
    case 'price':
      return <input {...common} inputMode="numeric" />;
    case 'address':
      return <input {...common} inputMode="url" autoCapitalize="none" spellCheck={false} />;
    case 'product':
      return <input {...common} list="choices-products" autoCapitalize="none" spellCheck={false} />;
    case 'color':
      return <input {...common} autoCapitalize="none" spellCheck={false} />;
    case 'media':
      return <input {...common} list="choices-media" autoCapitalize="none" spellCheck={false} />;
    default:
      return <input {...common} list={field.name === 'category' ? 'choices-categories' : undefined} />;
  }
}

/**
 * Day and hour in a field each: of a single one browsers send nothing while it is half filled in. What two fields cannot
 * show is shown as it was typed.
 */
function TimeControl({
  defaultValue,
  name,
  id,
  ...common
}: ComponentProps<'input'> & { defaultValue: string }) {
  const typed = splitTime(defaultValue);
  if (typed === null) return <input {...common} name={name} id={id} defaultValue={defaultValue} />;
  return (
    <span className="edit-time">
      <input {...common} name={name} id={id} defaultValue={typed.day} type="date" />
      <input
        {...common}
        name={`${name}.time`}
        id={`${id}.time`}
        defaultValue={typed.clock}
        type="time"
        aria-label={editTexts.form.clock}
      />
    </span>
  );
}

/** What a choice is called. */
export function optionText(option: string): string {
  const known = availabilities.find((availability) => availability === option);
  if (known) return texts.product.availability[known];
  const names: Readonly<Record<string, string>> = editTexts.options;
  return names[option] ?? option;
}

/** What names nothing, or nothing any more, can still be kept. */
function withTyped(choices: readonly Choice[], value: string): readonly Choice[] {
  if (value === '' || choices.some(({ id }) => id === value)) return choices;
  return [...choices, { id: value, label: value }];
}

/** The suggestions that fields of a form share. */
export function ChoiceLists({ choices }: { choices: Choices }) {
  return (
    <>
      <datalist id="choices-products">
        {choices.products.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </datalist>
      <datalist id="choices-media">
        {choices.media.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <datalist id="choices-categories">
        {choices.categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </>
  );
}
