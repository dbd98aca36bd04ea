import type { Field } from '#shared/kinds/fields.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { ownValue } from '#shared/own-value.ts';

type Values = Readonly<Record<string, unknown>>;

/** Front matter by the names of a form, in which a key within a group has a dot. */
export function flatFields(kind: Kind, fields: Values): Values {
  const flat = Object.entries(fields).flatMap(([name, value]) =>
    flatField(name, ownValue(kinds[kind].fields, name), value),
  );
  return Object.fromEntries(flat);
}

function flatField(name: string, field: Field | undefined, value: unknown): [string, unknown][] {
  if (field?.type !== 'group' || typeof value !== 'object' || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([key, within]) =>
    flatField(`${name}.${key}`, ownValue(field.columns ?? {}, key), within),
  );
}

/** Takes the names of a form apart again. */
export function nestedFields(flat: readonly (readonly [name: string, value: unknown])[]): Values {
  return nest(flat.map(([name, value]) => [name.split('.'), value]));
}

function nest(values: readonly [path: readonly string[], value: unknown][]): Values {
  const byKey = Map.groupBy(values, ([[key = '']]) => key);
  const nested = [...byKey].map(([key, within]) => {
    const [[path, value] = [[], null]] = within;
    return [key, path.length === 1 ? value : nest(within.map(([[, ...rest], inner]) => [rest, inner]))];
  });
  return Object.fromEntries(nested);
}
