import { composed } from '#shared/composed.ts';
import { columnsOf, type EditField } from '#shared/editing/edit-forms.ts';
import { ownValue } from '#shared/own-value.ts';
import type { FormRow, FormValues } from '#shared/editing/form-values.ts';

/** Rows with those that are missing for a row of each combination, up to the most that may be published. */
export function combineRows(field: EditField, rows: readonly FormRow[], values: FormValues): FormRow[] {
  const columns = columnsOf(field);
  const cells = columns.filter(({ ofMap }) => ofMap !== undefined);
  const offered = cells.flatMap(({ name, ofMap }) => {
    const row = valuesIn(values, ofMap?.namesIn ?? '')[ofMap?.place ?? 0];
    return row === undefined || row.length === 0 ? [] : [{ name, texts: row }];
  });
  if (offered.length === 0) return [...rows];
  const keyOf = (row: FormRow) =>
    JSON.stringify(cells.map(({ name }) => composed(ownValue(row, name) ?? '').trim()));
  const filled = rows.filter((row) => Object.values(row).some((text) => text.trim() !== ''));
  const known = new Set(filled.map(keyOf));
  const ids = new Set(filled.map(({ id = '' }) => id));
  const empty = Object.fromEntries(columns.map(({ name }) => [name, '']));
  const added: FormRow[] = [];
  for (const combination of combinations(offered)) {
    if (filled.length + added.length >= (field.maxItems ?? 0)) break;
    const row = { ...empty, ...combination };
    if (known.has(keyOf(row))) continue;
    const id = proposeId(Object.values(combination), ids);
    ids.add(id);
    added.push({ ...row, id });
  }
  return [...filled, ...added];
}

function valuesIn(values: FormValues, name: string): string[][] {
  const rows = ownValue(values, name) ?? [];
  if (typeof rows === 'string') return [];
  return rows.map((row) => [
    ...new Set((row['values'] ?? '').split('\n').flatMap((text) => composed(text).trim() || [])),
  ]);
}

/** Yields each combination when it is asked for: three options of 50 values have 125,000 of them. */
function* combinations(
  offered: readonly { name: string; texts: readonly string[] }[],
): Generator<Record<string, string>> {
  const [first, ...others] = offered;
  if (first === undefined) {
    yield {};
    return;
  }
  for (const text of first.texts)
    for (const rest of combinations(others)) yield { [first.name]: text, ...rest };
}

/** An id of the values, without what an address has no room for. */
function proposeId(texts: readonly string[], taken: ReadonlySet<string>): string {
  const plain = texts
    .join('-')
    .replace(/[^\p{L}\p{N}\p{M}-]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  const base = [...(plain || 'variant')].slice(0, 90).join('');
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}
