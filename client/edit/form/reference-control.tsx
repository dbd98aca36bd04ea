import type { ComponentProps } from 'react';
import type { EditField } from '#shared/editing/edit-forms.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { categoryTexts } from '#shared/locale/editors/desk/category-texts.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { LeaveLink } from '../leave-link.tsx';
import { pickKindOf } from '#shared/editing/picks.ts';
import type { Choice, Choices } from './choices.ts';
import { PickField } from './pick/pick-field.tsx';

interface NamedProps {
  field: EditField;
  value: string;
  choices: Choices;
}

/** A list to choose from, or a field for an id or a title where that list would be too long or stands in a row. */
export function ReferenceControl({
  field,
  common,
  value,
  choices,
}: NamedProps & { common: ComponentProps<'input' | 'select'> }) {
  const { to, isTyped, isOpen } = field;
  const offered = to && choices.entries[to];
  const isListed = offered?.isTree === true || !(isTyped || isOpen);
  if (to === undefined || offered === undefined || offered.hasMore || !isListed)
    return (
      <PickField what={pickKindOf(field)} common={common as ComponentProps<'input'>} list={`choices-${to}`}>
        <NamedTitle {...{ field, value, choices }} />
      </PickField>
    );
  const items = isOpen ? offered.items : offered.items.filter(({ isName }) => !isName);
  return (
    <>
      <select {...(common as ComponentProps<'select'>)}>
        <option value="">{field.required ? editTexts.form.choose : categoryTexts.none}</option>
        {withTyped(items, value).map(({ id, label, depth = 0 }) => (
          <option key={id} value={id}>
            {indentation.repeat(depth) + label}
          </option>
        ))}
      </select>
      {isOpen && <NewName to={to} name={`${common.name}.new`} label={field.label} />}
    </>
  );
}

/** Browsers leave out other blanks at the beginning of an option. */
const indentation = '\u3000';

/** A name that is not in the list, and the way to the form of a new entry. */
function NewName({ to, name, label }: { to: Kind; name: string; label: string }) {
  const text = categoryTexts.newName(label);
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <input
        name={name}
        className="field flex-[1_1_12em]"
        aria-label={text}
        placeholder={text}
        autoComplete="off"
      />
      <LeaveLink to={editPaths.newEntry(to)} className="row-link text-primary">
        {kinds[to].invitation}
      </LeaveLink>
    </span>
  );
}

/** Title of the entry whose id stands in the field, or a note that there is none. */
function NamedTitle({ field, value, choices }: NamedProps) {
  if (value.trim() === '') return null;
  const title = choices.titles.get(`${field.to} ${value.trim()}`);
  if (title === undefined && field.isOpen) return null;
  return <p className="edit-meta media-name">{title ?? editTexts.form.namesNothing}</p>;
}

/** A value that matches no entry, or no longer does, stays selectable. */
function withTyped(choices: readonly Choice[], value: string): readonly Choice[] {
  if (value === '' || choices.some(({ id }) => id === value)) return choices;
  return [...choices, { id: value, label: value }];
}
