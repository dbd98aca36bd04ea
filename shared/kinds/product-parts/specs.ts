import { ignore, keepItems, keepText, parseStored, type OnLoss } from '#shared/stored-list.ts';

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
export function listSpecs(stored: string, onLoss: OnLoss = ignore): Spec[] {
  return storedSpecs(stored, onLoss).flatMap(([name, content]) =>
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

function storedSpecs(stored: string, onLoss: OnLoss = ignore): StoredSpec[] {
  return stored === '[]' ? [] : keepItems(parseStored(stored), (pair) => keepSpec(pair, onLoss), onLoss);
}

function keepSpec(pair: unknown, onLoss: OnLoss): StoredSpec | null {
  if (!Array.isArray(pair)) return null;
  const [name, content]: unknown[] = pair;
  if (!Array.isArray(content) || !Array.isArray(content[0])) return keepPair(pair, onLoss);
  const group = keepText(name);
  const pairs = keepItems(content, (inner) => keepPair(inner, onLoss), onLoss);
  return group === null || pairs.length === 0 ? null : [group, pairs];
}

function keepPair(pair: unknown, onLoss: OnLoss): [name: string, values: SpecValues] | null {
  if (!Array.isArray(pair)) return null;
  const [first, content]: unknown[] = pair;
  const name = keepText(first);
  const values = Array.isArray(content) ? keepItems(content, keepText, onLoss) : keepText(content);
  return name === null || values === null || values.length === 0 ? null : [name, values];
}

/** No group is empty, and a text is no list. */
function isGroup(content: StoredSpec[1]): content is [string, SpecValues][] {
  return Array.isArray(content) && Array.isArray(content[0]);
}
