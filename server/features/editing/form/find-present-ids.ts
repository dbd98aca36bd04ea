import type { Kind } from '#shared/kinds/kind-names.ts';
import { ownValue } from '#shared/own-value.ts';
import type { Kysely } from 'kysely';
import { composed } from '#shared/composed.ts';
import { columnsOf, featuredKinds, type EditField } from '#shared/editing/edit-forms.ts';
import type { FormContent, FormRow } from '#shared/editing/form-values.ts';
import type { Schema } from '#server/db/schema.ts';
import { findRenamed } from '../entries/keep-versions.ts';

/**
 * Puts the id where a form names an entry otherwise: by its title, when one alone has it, or by
 * the id that it had when the form was opened. What names nothing stays as it was typed.
 */
export async function withPresentIds(
  db: Kysely<Schema>,
  form: readonly EditField[],
  { values, body }: FormContent,
): Promise<FormContent> {
  const named = new Map<Kind, Set<string>>();
  const note = (field: EditField, text: string, row: FormRow) => {
    const [kind, name] = [kindNamedBy(field, row), composed(text.trim())];
    if (kind !== null && name !== '') named.set(kind, (named.get(kind) ?? new Set()).add(name));
    return text;
  };
  mapCells(form, values, note);
  const ids = new Map<Kind, ReadonlyMap<string, string>>();
  for (const [kind, names] of named) ids.set(kind, await findPresentIds(db, kind, [...names]));
  const present = (field: EditField, text: string, row: FormRow) => {
    const kind = kindNamedBy(field, row);
    return (kind && ids.get(kind)?.get(composed(text.trim()))) ?? text;
  };
  return { values: mapCells(form, values, present), body };
}

/** Null for a field that names no entry. */
function kindNamedBy({ type, to }: EditField, row: FormRow): Kind | null {
  return (type === 'featured' ? featuredKinds.get(row['kind'] ?? '') : to) ?? null;
}

type ChangeText = (field: EditField, text: string, row: FormRow) => string;

function mapCells(form: readonly EditField[], values: FormContent['values'], change: ChangeText) {
  const changed = form.map((field) => {
    const value = values[field.name] ?? '';
    if (typeof value === 'string') return [field.name, change(field, value, {})] as const;
    const rows = value.map((row): FormRow => ({
      ...row,
      ...Object.fromEntries(
        columnsOf(field).map((cell) => [cell.name, change(cell, ownValue(row, cell.name) ?? '', row)]),
      ),
    }));
    return [field.name, rows] as const;
  });
  return { ...values, ...Object.fromEntries(changed) };
}

/** A form names no more than these that are not there; each is looked for. */
const maxLookedFor = 50;

async function findPresentIds(
  db: Kysely<Schema>,
  kind: Kind,
  names: readonly string[],
): Promise<Map<string, string>> {
  const entries = db
    .selectFrom('entries')
    .select(['id', 'title'])
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null);
  const stored = await entries.where('id', 'in', names).execute();
  const present = new Map(stored.map(({ id }) => [id, id]));
  const missing = names.filter((name) => !present.has(name)).slice(0, maxLookedFor);
  if (missing.length === 0) return present;
  const titled = Map.groupBy(
    await entries.where('title', 'in', missing).limit(500).execute(),
    ({ title }) => title,
  );
  for (const name of missing) {
    const [first, ...others] = titled.get(name) ?? [];
    const id = (await findRenamed(db, kind, name)) ?? (first && others.length === 0 ? first.id : null);
    if (id !== null) present.set(name, id);
  }
  return present;
}
