import { availabilities } from '#shared/kinds/availabilities.ts';
import type { ComponentProps } from 'react';
import { labelOfWord, type EditField } from '#shared/editing/edit-forms.ts';
import { splitTime } from '#shared/editing/typed-time.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { texts } from '#shared/locale/texts.ts';
import { pickKindOf, readPickStep } from '#shared/editing/picks.ts';
import { useEdit } from '../edit-context.ts';
import type { Choice, Choices } from './choices.ts';
import { MediaControl } from './pick/media-control.tsx';
import { PickField } from './pick/pick-field.tsx';
import { ReferenceControl } from './reference-control.tsx';

interface FieldControlProps {
  field: EditField;
  /** Name of the field in the form. */
  name: string;
  id: string;
  value: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  choices: Choices;
  /** Accessible name where no label is shown. */
  label?: string | undefined;
  placeholder?: string | undefined;
  /** The page begins at it. */
  isFirst?: boolean;
}

/** The control of a field. The browser keeps what is typed in it: a script writes there when it is told to. */
export function FieldControl({
  field,
  name,
  id,
  value,
  describedBy,
  isInvalid,
  choices,
  label,
  placeholder,
  isFirst = false,
}: FieldControlProps) {
  const { rowChange } = useEdit();
  const common = {
    id,
    name,
    defaultValue: value,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    'aria-label': label,
    placeholder,
    autoComplete: 'off',
    autoFocus: isFirst || readPickStep(rowChange)?.name === name,
    className: 'field',
  };
  switch (field.type) {
    case 'text':
    case 'lines':
      // In a row it is as high as its lines, of which most have a single one.
      return (
        <textarea {...common} rows={label === undefined ? 3 : value.split('\n', maxShownLines).length} />
      );
    case 'choice':
      return (
        <select {...common}>
          {field.isOptional && <option value="">{editTexts.form.asProduct}</option>}
          {(field.options ?? []).map((option) => (
            <option key={option} value={option}>
              {optionText(option)}
            </option>
          ))}
        </select>
      );
    case 'value':
      return (
        <select {...common}>
          <option value="">{editTexts.form.choose}</option>
          {[...new Set([...(field.options ?? []), ...(value === '' ? [] : [value])])].map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      );
    case 'reference':
      return <ReferenceControl {...{ field, common, value, choices }} />;
    case 'time':
      return <TimeControl {...common} />;
    case 'price':
    case 'taxId':
    case 'number':
      return <input {...common} inputMode="numeric" />;
    case 'phone':
      return <input {...common} inputMode="tel" />;
    case 'address':
      return <input {...common} inputMode="url" autoCapitalize="none" spellCheck={false} />;
    case 'featured':
      return <PickField what={null} common={common} list="choices-featured" />;
    case 'path':
    case 'link':
      return <PickField what={pickKindOf(field)} common={common} />;
    case 'color':
    case 'lineId':
      return <input {...common} autoCapitalize="none" spellCheck={false} />;
    case 'media':
      return <MediaControl {...{ field, common, value, choices }} />;
    default:
      return <input {...common} />;
  }
}

/** Longer fields in a row are scrolled. */
const maxShownLines = 10;

/**
 * Day and hour in a field each: of a single one browsers send nothing while it is half filled in. What two fields cannot
 * show is shown as it was typed.
 */
export function TimeControl({
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

/** Label of a choice. */
export function optionText(option: string): string {
  const choice = availabilities.find((availability) => availability === option);
  if (choice) return texts.product.availability[choice];
  const names: Readonly<Record<string, string>> = editTexts.options;
  return names[option] ?? labelOfWord(option) ?? option;
}

/** The suggestions that fields of a form share. */
export function ChoiceLists({ choices }: { choices: Choices }) {
  return (
    <>
      {Object.entries(choices.entries).map(([kind, { items }]) => (
        <ChoiceList key={kind} id={`choices-${kind}`} choices={items} />
      ))}
      <ChoiceList id="choices-featured" choices={choices.featured} />
      <TextList id="choices-media" texts={choices.media} />
      <TextList id="choices-documents" texts={choices.documents} />
    </>
  );
}

function TextList({ id, texts: items }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {items.map((item) => (
        <option key={item} value={item} />
      ))}
    </datalist>
  );
}

function ChoiceList({ id, choices }: { id: string; choices: readonly Choice[] }) {
  return (
    <datalist id={id}>
      {choices.map((choice, index) => (
        // An article and a product may have the same id.
        <option key={index} value={choice.id}>
          {choice.label}
        </option>
      ))}
    </datalist>
  );
}
