import type { Kind } from '#shared/kinds/kind-names.ts';
import { composed } from '#shared/composed.ts';
import { columnsOf, editForms, type EditField } from '#shared/editing/edit-forms.ts';
import { ownValue } from '#shared/own-value.ts';
import type { Target } from '#server/content/kinds/references.ts';
import type { RenderedBody } from '#server/content/markdown/render-markdown.ts';
import { flatFields } from './grouped-fields.ts';

/** Something that a document names and that must be there, with its place in the form. */
export interface NamedThing {
  to: Target;
  id: string;
  field: string;
  /** Line of the Markdown, when it stands there. */
  line?: number;
}

/** Finds what a document names in its fields, and the files in its text. */
export function findNamed(
  kind: Kind,
  fields: Readonly<Record<string, unknown>>,
  { images }: RenderedBody,
): NamedThing[] {
  const flat = flatFields(kind, fields);
  const cells = editForms[kind].flatMap((field): { field: EditField; at: (string | number)[] }[] => {
    const rows = ownValue(flat, field.name);
    if (field.type !== 'rows') return [{ field, at: [field.name] }];
    return (Array.isArray(rows) ? rows : []).flatMap((_, row) =>
      columnsOf(field).map((cell) => ({
        field: cell,
        at: [field.name, row, ...(cell.name ? [cell.name] : [])],
      })),
    );
  });
  const named = cells.flatMap(({ field, at }): NamedThing[] => {
    const [to, id] = [targetOf(field), typedAt(flat, at)];
    return to === undefined || id === '' ? [] : [{ to, id: composed(id), field: at.join('.') }];
  });
  return [
    ...named,
    ...images.map(({ path, line }) => ({ to: 'media' as const, id: path, field: 'body', line })),
  ];
}

function targetOf({ type, to, isOpen }: EditField): Target | undefined {
  if (isOpen) return undefined;
  return type === 'media' ? 'media' : to;
}

/** The text that stands at a place, for a message; empty when it is no text. */
export function typedAt(fields: unknown, path: readonly PropertyKey[]): string {
  const value = valueAt(fields, path);
  return typeof value === 'string' ? value : '';
}

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (within, key) =>
      within instanceof Map
        ? within.get(key)
        : typeof within === 'object' && within !== null
          ? Reflect.get(within, key)
          : undefined,
    value,
  );
}
