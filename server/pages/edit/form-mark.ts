import { createHash } from 'node:crypto';
import type { EditField } from '#shared/editing/edit-forms.ts';
import { toFormFields, type FormContent, type FormRow } from '#shared/editing/form-values.ts';
import { leaveField, madeField } from '#shared/editing/main-form.ts';
import { splitTime } from '#shared/editing/typed-time.ts';
import { isTypedName, isUnseenName } from '#shared/editing/typed-names.ts';
import { readNext } from '#server/features/accounts/next-path.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';

/** Digest of the texts of a form, by which an untouched one is recognised. Empty fields are as good as none. */
export function markOf(fields: Iterable<readonly [name: string, value: string]>): string {
  const typed = [...fields]
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([name, value]) => value !== '' && isTypedName(name) && !isUnseenName(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256');
  // No form holds a NUL.
  for (const part of typed.flat()) hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 22);
}

/** Mark of the content as browsers send it from an untouched form. */
export function markOfContent(
  fields: readonly EditField[],
  { values, body }: FormContent,
  /** The id in the form of a new entry. */
  id = '',
): string {
  const shown = fields.map((field) => {
    const value = values[field.name] ?? '';
    const sent = typeof value === 'string' ? chosen(field, value) : value.map((row) => chosenRow(field, row));
    return [field.name, sent] as const;
  });
  const times = fields.flatMap(({ name, type }): [string, string][] => {
    const value = values[name];
    const typed = type === 'time' && typeof value === 'string' ? splitTime(value) : null;
    return typed === null
      ? []
      : [
          [`f.${name}`, typed.day],
          [`f.${name}.time`, typed.clock],
        ];
  });
  return markOf(
    new Map([...toFormFields({ values: Object.fromEntries(shown), body }), ...times, ['id', id]]),
  );
}

function chosenRow({ columns = [] }: EditField, row: FormRow): FormRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, text]) => {
      const column = columns.find((candidate) => candidate.name === name);
      return [name, column ? chosen(column, text) : text];
    }),
  );
}

/** A list of choices sends its first one, unless another one is chosen. */
function chosen({ type, options = [] }: EditField, value: string): string {
  return type === 'choice' && !options.includes(value) ? (options[0] ?? value) : value;
}

/** Whether something was typed in the main form of its page that is not stored. */
export function isTouched(form: SentForm): boolean {
  const mark = markIn(form);
  return (
    mark !== undefined && mark !== markOf([...form].map(([name, [value = '']]) => [name, value] as const))
  );
}

/** Mark of the original texts of a form; undefined where it has none. */
export function markIn(form: SentForm): string | undefined {
  return valueOf(form, madeField).split(' ')[1];
}

/** Site path to which a link beside the main form leads; null when another button was pressed. */
export function leavingTo(form: SentForm, basePath: string): string | null {
  return form.has(leaveField) ? readNext(valueOf(form, leaveField), { origin: null, basePath }) : null;
}

/** Button that the main form is for. */
export function doneByMain(form: SentForm): string {
  return valueOf(form, madeField).split(' ', 1).join('').slice(0, 100);
}

/** The form as its main button sends it, when the Enter key has sent it without one. */
export function withMainButton(form: SentForm): SentForm {
  const isPressed = ['do', 'row', 'answer', leaveField].some((name) => form.has(name));
  return isPressed || !form.has(madeField) ? form : new Map([...form, ['do', [doneByMain(form)]]]);
}
