import type { Availability } from '#shared/kinds/availabilities.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import type { Field, SearchPart } from '#shared/kinds/fields.ts';
import { listSpecs } from '#shared/kinds/product-parts/specs.ts';
import { readStored } from '#shared/kinds/stored/stored-value.ts';
import { readTexts } from '#shared/stored-list.ts';
import { htmlColumn, storedFields } from '#server/db/tables/kind-columns.ts';
import type { UtcIso } from '#server/db/tables/utc-iso.ts';
import type { Row } from './content-kind.ts';

/** An entry as search sees it. */
export interface SearchedEntry {
  /** Visitors find it from then on; empty: always; null: never. */
  shownFrom: UtcIso | '' | null;
  title: string;
  /** Texts under which it is filed, such as its tags. The name of its author is added to them. */
  labels: readonly string[];
  /** Headings of the body are added to it. */
  lead: string;
  bodyHtml: string;
  /** Found when it is the whole query. */
  sku: string | null;
  /** Filters of lists of hits; null: this kind has no such thing. A category may have another name than this. */
  category: string | null;
  tags: readonly string[];
  authorId: string | null;
  availability: Availability | null;
  price: number | null;
}

/** `row` has at least the columns that are searched. */
export function toSearched(kind: Kind, row: Row): SearchedEntry {
  const fields = storedFields(kind);
  const valuesOf = (part: SearchPart): unknown[] =>
    fields.flatMap(({ field, column }) => {
      if (column === null) return [];
      const stored = row[field.nowColumn ?? column];
      if (field.type === 'rows') return cellsOf(field, part, stored);
      if (!field.search?.includes(part)) return [];
      if (field.type === 'lines') return readTexts(String(stored));
      if (field.type === 'pairs') return listSpecs(String(stored)).flatMap(({ values }) => values);
      return [stored];
    });
  const textsOf = (part: SearchPart) => valuesOf(part).map((value) => String(value ?? ''));
  const textOf = (part: SearchPart) =>
    valuesOf(part).map((value) => (value === null ? null : String(value)))[0] ?? null;
  const [price = null] = valuesOf('price');
  return {
    shownFrom: shownFrom(kind, row),
    title: textOf('title') ?? '',
    labels: textsOf('labels'),
    lead: textOf('lead') ?? '',
    bodyHtml: String(row[htmlColumn(kind)]),
    sku: textOf('sku'),
    category: textOf('category'),
    tags: textsOf('tags'),
    authorId: textOf('authorId'),
    // The schema let nothing else in.
    availability: textOf('availability') as Availability | null,
    price: price as number | null,
  };
}

/** Texts in the rows of a list, such as the numbers of variants. */
function cellsOf({ columns = {}, ...field }: Field, part: SearchPart, stored: unknown): unknown[] {
  const names = Object.keys(columns).filter((name) => columns[name]?.search?.includes(part));
  if (names.length === 0) return [];
  const rows = readStored({ ...field, type: 'rows', columns }, String(stored));
  return rows.flatMap((cells) => names.flatMap((name) => cells[name] ?? []));
}

function shownFrom(kind: Kind, row: Row): UtcIso | '' | null {
  const { shown } = kinds[kind];
  if (shown === 'always') return '';
  if (row['status'] !== 'published') return null;
  if (shown === 'published') return '';
  const time = row['published_at'];
  return typeof time === 'string' ? time : null;
}
