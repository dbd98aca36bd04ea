import type { Field, JoinTable, SearchPart } from '#shared/kinds/fields.ts';
import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds, type KindRecords } from '#shared/kinds/kinds.ts';
import type { KindRecord } from '#shared/kinds/kind.ts';
import { readTexts } from '#shared/stored-list.ts';
import { snakeCase, type SnakeCase } from '#shared/kinds/snake-case.ts';
import type { Status } from './status.ts';
import type { UtcIso } from './utc-iso.ts';

/** JSON in a text column: parsed where it is read, so that both engines give the same value. */
export type JsonText = string;

/** The columns of a kind's table, except those that are made of others. */
export type FieldColumns<Record extends KindRecord> = { id: string } & StoredFields<Record['fields']> & {
    [Column in `${Record['body']['column']}_${'source' | 'html'}`]: string;
  } & (Record['shown'] extends 'always' ? unknown : { status: Status });

type StoredFields<Fields extends Readonly<Record<string, Field>>> = {
  [Name in keyof Fields & string as ColumnOf<Name, Fields[Name]>]: StoredValue<Fields[Name]>;
};

type ColumnOf<Name extends string, F extends Field> = F['type'] extends 'references'
  ? never
  : F extends { column: infer Column extends string }
    ? Column
    : SnakeCase<Name>;

type StoredValue<F extends Field> = F['type'] extends 'lines' | 'rows' | 'pairs' | 'group'
  ? JsonText
  : F['type'] extends 'price' | 'number'
    ? number | null
    : F['type'] extends 'time'
      ? F extends { required: true }
        ? UtcIso
        : UtcIso | null
      : F extends { type: 'choice'; options: readonly (infer Option)[] }
        ? Option
        : F extends { required: true }
          ? string
          : F extends { type: 'address' | 'media' | 'reference' } | { absent: null }
            ? string | null
            : string;

/** The table of each kind, as far as its record says. */
export type KindColumns<Name extends Kind> = FieldColumns<KindRecords[Name]>;

/** A field with its key in the front matter and the column of its value; null: its values are rows of a join. */
export interface StoredField {
  name: string;
  column: string | null;
  field: Field;
}

export function storedFields(kind: Kind): StoredField[] {
  return Object.entries(kinds[kind].fields).map(([name, field]) => ({
    name,
    column: field.type === 'references' ? null : (field.column ?? snakeCase(name)),
    field,
  }));
}

/** Every column of the kind's table that this build knows. */
export function columnsOfKind(kind: Kind): string[] {
  const { body, made } = kinds[kind];
  return [...changedColumns(kind), htmlColumn(kind), ...body.made, ...made];
}

/** Columns that an editor or an import can change. Derived columns, such as HTML, make no new version of the entry. */
export function changedColumns(kind: Kind): string[] {
  return [
    'id',
    ...storedFields(kind).flatMap(({ column }) => column ?? []),
    sourceColumn(kind),
    ...(hasState(kind) ? ['status'] : []),
  ];
}

/** Columns of the kind's search documents: a change to one of these marks the row for indexing. */
export function searchedColumns(kind: Kind): string[] {
  const searched = storedFields(kind).filter(({ field }) =>
    [field, ...Object.values(field.columns ?? {})].some(({ search }) => search !== undefined),
  );
  return [
    'id',
    ...searched.flatMap(({ column, field }) => field.nowColumn ?? column ?? []),
    htmlColumn(kind),
    ...(isDated(kind) ? ['published_at'] : []),
    ...(hasState(kind) ? ['status'] : []),
  ];
}

/** A column with the id of an entry of a kind. */
export interface ReferenceColumn {
  /** The kind of the rows. */
  kind: Kind;
  /** Key of the front matter. */
  name: string;
  column: string;
  isSearched: boolean;
  /** A value that is no id is a name of its own. */
  isOpen: boolean;
}

export function referencesTo(target: Kind): ReferenceColumn[] {
  return kindNames.flatMap((kind) =>
    storedFields(kind).flatMap(({ name, field, column }) =>
      field.type === 'reference' && field.to === target && column !== null
        ? [{ kind, name, column, isSearched: field.search !== undefined, isOpen: field.isOpen ?? false }]
        : [],
    ),
  );
}

/** The lists of ids of entries of a kind, of all kinds. */
export function joinsTo(target: Kind): Join[] {
  return joinsOf(kindNames).filter(({ to }) => to === target);
}

/** Kinds whose entries can refer to one of these. */
export function kindsNaming(target: Kind): Kind[] {
  return [...new Set([...referencesTo(target), ...joinsTo(target)].map(({ kind }) => kind))];
}

/** A table of pairs that stands for a list of ids in the front matter of a kind. */
export interface Join extends JoinTable {
  kind: Kind;
  /** Key of the front matter. */
  name: string;
  to: Kind;
}

/** The lists of ids of these kinds, in the order of their fields. */
export function joinsOf(names: readonly Kind[]): Join[] {
  return names.flatMap((kind) =>
    storedFields(kind).flatMap(({ name, field: { join, to } }) =>
      join === undefined || to === undefined ? [] : [{ ...join, kind, name, to }],
    ),
  );
}

export function titleColumn(kind: Kind): string {
  return columnOfField(kind, kinds[kind].title);
}

/** The columns of the fields that are this part of a search document. */
export function columnsSearchedAs(kind: Kind, part: SearchPart): string[] {
  return storedFields(kind).flatMap(({ field, column }) =>
    field.search?.includes(part) && column !== null ? [column] : [],
  );
}

/** The column under which lists file an entry, such as its category or its tags; null: it is filed under nothing. */
export function filedColumn(kind: Kind): { column: string; namesIn: (stored: string) => string[] } | null {
  const filed = storedFields(kind).find(
    ({ field: { search } }) => search?.includes('category') || search?.includes('tags'),
  );
  if (!filed?.column) return null;
  return { column: filed.column, namesIn: filed.field.type === 'lines' ? readTexts : (stored) => [stored] };
}

export function hasField(kind: Kind, name: string): boolean {
  return Object.hasOwn(kinds[kind].fields, name);
}

export function sourceColumn(kind: Kind): string {
  return `${kinds[kind].body.column}_source`;
}

export function htmlColumn(kind: Kind): string {
  return `${kinds[kind].body.column}_html`;
}

export function hasState(kind: Kind): boolean {
  return kinds[kind].shown !== 'always';
}

/** A kind whose entries visitors see from a moment on, and page through in a list. */
export type DatedKind = {
  [Name in Kind]: KindRecords[Name]['shown'] extends 'dated' ? Name : never;
}[Kind];

export function isDated(kind: Kind): kind is DatedKind {
  return kinds[kind].shown === 'dated';
}

/** Makes a value for each kind that is dated. */
export function mapDatedKinds<Value>(make: (kind: DatedKind) => Value): Record<DatedKind, Value> {
  const made = kindNames.filter(isDated).map((kind) => [kind, make(kind)]);
  // TypeScript knows of no keys of what is made from entries.
  return Object.fromEntries(made) as Record<DatedKind, Value>;
}

function columnOfField(kind: Kind, name: string): string {
  const column = storedFields(kind).find((stored) => stored.name === name)?.column ?? null;
  if (column === null) throw new Error(`${kind} have no column for ${name}`);
  return column;
}
