import { readStoredList } from '#shared/stored-list.ts';

/** Values of a name: a single text, or several in their order. */
type SpecValues = string | string[];

/** Names with their values, and groups of such. */
export type SpecMap = ReadonlyMap<string, SpecValues | ReadonlyMap<string, SpecValues>>;

/** A pair, or a group with its pairs. */
type StoredSpec = [name: string, content: SpecValues | [name: string, values: SpecValues][]];

export interface Spec {
  /** Heading over the pair; empty: none. */
  group: string;
  name: string;
  values: readonly string[];
}

/**
 * Lists the names and values of a column such as `products.specs`, in their order. Its JSON has pairs such as
 * `["產地", "坪林"]` and `["顏色", ["紅", "白"]]`, and groups of pairs such as `["尺寸", [["長", "10 公分"], ["寬", "5 公分"]]]`.
 *
 * The same in SQL, a row for each value. On SQLite:
 *
 *     select pairs.id, group_name, json_extract(pair, '$[0]') as name, each.value from (
 *       select products.id, '' as group_name, spec.value as pair from products, json_each(specs) as spec
 *         where json_type(spec.value, '$[1][0]') is not 'array'
 *       union all
 *       select products.id, json_extract(spec.value, '$[0]'), inside.value from products, json_each(specs) as spec,
 *         json_each(spec.value, '$[1]') as inside where json_type(spec.value, '$[1][0]') = 'array'
 *     ) as pairs, json_each(pair, '$[1]') as each
 *
 * On PostgreSQL:
 *
 *     select pairs.id, group_name, pair ->> 0 as name, each.value from (
 *       select products.id, '' as group_name, spec.value as pair from products, json_array_elements(specs::json) as spec
 *         where json_typeof(spec.value -> 1 -> 0) is distinct from 'array'
 *       union all
 *       select products.id, spec.value ->> 0, inside.value from products, json_array_elements(specs::json) as spec,
 *         json_array_elements(case json_typeof(spec.value -> 1 -> 0) when 'array' then spec.value -> 1 else '[]' end) as inside
 *     ) as pairs, json_array_elements_text(
 *       case json_typeof(pair -> 1) when 'array' then pair -> 1 else json_build_array(pair -> 1) end) as each
 */
export function listSpecs(stored: string): Spec[] {
  return storedSpecs(stored).flatMap(([name, content]) =>
    isGroup(content)
      ? content.map(([inner, values]) => ({ group: name, name: inner, values: [values].flat() }))
      : [{ group: '', name, values: [content].flat() }],
  );
}

/** The text of the column. */
export function toStoredSpecs(specs: SpecMap): string {
  const pairs = [...specs].map(([name, content]) => [name, content instanceof Map ? [...content] : content]);
  return JSON.stringify(pairs);
}

export function fromStoredSpecs(stored: string): SpecMap {
  return new Map(
    storedSpecs(stored).map(([name, content]) => [name, isGroup(content) ? new Map(content) : content]),
  );
}

function storedSpecs(stored: string): StoredSpec[] {
  return readStoredList(stored);
}

/** No group is empty, and a text is no list. */
function isGroup(content: StoredSpec[1]): content is [string, SpecValues][] {
  return Array.isArray(content) && Array.isArray(content[0]);
}
