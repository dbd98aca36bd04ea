import type { Insertable, Selectable } from 'kysely';
import type { z } from 'zod';
import type { Schema } from '#server/db/schema.ts';
import { findControlCharacter, type ControlCharacter } from '../control-characters.ts';
import { parseYaml, type Hints, type ValueSchema } from '../front-matter.ts';
import type { Problem } from '../problem.ts';
import type { RenderedBody } from '../render-markdown.ts';
import { uid, uidHint } from './field-schemas.ts';
import { placePictures, placeReferences, type PlacedReference, type Reference } from './references.ts';
import type { SearchedEntry, SearchedRow } from './searched-entry.ts';

/** A table in which a kind of content can be stored: each row has its id. */
export type EntryTable = TableWith<{ id: string }>;

/** Everything that one kind of content has of its own. */
interface ContentKindDefinition<Table extends EntryTable, Needed extends EntryTable, Fields> {
  /** The name of its folder and of its table; messages count by it. */
  name: Table;
  /** Kinds that its rows point to: written before it, removed after it. References lead to these alone and to media. */
  needs: readonly Needed[];
  /** The front matter. */
  schema: z.ZodType<Fields>;
  hints: FieldHints<Fields>;
  toRow(entry: ParsedEntry<Fields>): NewRow<Table>;
  /** The column with the Markdown as it was typed. */
  source: keyof Schema[Table] & string;
  /** The columns that are made of that alone; `toRow` has them too. */
  toMade(body: RenderedBody): Partial<NewRow<Table>>;
  /** Rows of other tables that stand for a list of ids in the front matter. */
  joins?: readonly Join<Fields>[];
  /** Everything that a file names, in the order of its keys. Pictures of the text are found without it. */
  toReferences(fields: Fields): readonly Reference<Needed | Table>[];
  /** Front matter from which an import makes the same row. `joined` has the ids of each of the `joins`. */
  toFields(row: Selectable<Schema[Table]>, joined: JoinedIds): FrontMatter<Fields>;
  /** Which of its fields is which to search. */
  toSearched(row: SearchedRow<Table>): SearchedEntry;
}

/** A kind as the import, the checks and the export walk it. Which keys its front matter has stays within. */
export interface ContentKindRecord<Table extends EntryTable, Needed extends EntryTable> {
  readonly name: Table;
  readonly needs: readonly Needed[];
  readonly joins: readonly JoinTable[];
  readonly source: string;
  toMade(body: RenderedBody): Row;
  /** What is wrong with front matter that has been read already, by the place of each value. */
  findIssues(fields: Readonly<Record<string, unknown>>): FieldIssue[];
  parse(file: EntryFile): { entry: ContentEntry<Needed> } | { problems: Problem[] };
  toFields(row: Selectable<Schema[Table]>, joined: JoinedIds): Readonly<Record<string, unknown>>;
  toSource(row: Selectable<Schema[Table]>): string;
  toSearched(row: SearchedRow<Table>): SearchedEntry;
}

/** A value that may not be published. */
export interface FieldIssue {
  path: readonly (string | number)[];
  isMissing: boolean;
  /** Why it may not: a character that no text may have. */
  control: ControlCharacter | null;
}

/** A Markdown file, taken apart and rendered. */
export interface EntryFile {
  id: string;
  /** Path within the content folder. */
  file: string;
  /** YAML between the lines `---`. */
  frontMatter: string;
  /** Markdown, without white space at its end. */
  source: string;
  body: RenderedBody;
  /** The line of the file at which the Markdown begins. */
  bodyLine: number;
}

export interface ParsedEntry<Fields> extends Pick<EntryFile, 'id' | 'source' | 'body'> {
  fields: Fields;
}

/** What an import needs of a file once it has been read. */
export interface ContentEntry<Target extends EntryTable> {
  id: string;
  /** Path within the content folder. */
  file: string;
  row: Row;
  joined: JoinedIds;
  references: readonly PlacedReference<Target>[];
  /** The key by which the entry is known when its file has another name; null: the file says none. */
  uid: { key: string; line: number } | null;
}

export type Row = Readonly<Record<string, unknown>>;

/** For each of a kind's joins the ids in their order. */
type JoinedIds = readonly (readonly string[])[];

/** A table of pairs whose column `position` keeps the order. Its rows go with what they name, by `on delete cascade`. */
export type JoinTable = {
  [Table in TableWith<{ position: number }>]: {
    table: Table;
    /** Column with the id of the entry that has the list. */
    owner: keyof Schema[Table] & string;
    /** Column with the ids of the list. */
    target: keyof Schema[Table] & string;
  };
}[TableWith<{ position: number }>];

type Join<Fields> = JoinTable & { ids(fields: Fields): readonly string[] };

type TableWith<Columns> = {
  [Table in keyof Schema]: Schema[Table] extends Columns ? Table : never;
}[keyof Schema];

type NewRow<Table extends EntryTable> = Insertable<Schema[Table]> & Row;

/** A hint for each key; those within a key, such as `links.url`, are added by their path. */
type FieldHints<Fields> = { readonly [Key in keyof Fields]-?: string } & Hints;

/** No key may be forgotten; one whose value is null is left out of the file. */
type FrontMatter<Fields> = { readonly [Key in keyof Fields]-?: unknown };

export function createContentKind<Table extends EntryTable, Fields, const Needed extends EntryTable = never>(
  kind: ContentKindDefinition<Table, Needed, Fields>,
): ContentKindRecord<Table, Needed | Table> {
  const { name, needs, schema, hints, joins = [] } = kind;
  return {
    name,
    needs,
    joins,
    source: kind.source,
    toMade: (body) => kind.toMade(body),
    findIssues(fields) {
      const issues = schema.safeParse(fields).error?.issues ?? [];
      return issues.flatMap(({ path, code, ...rest }) => {
        const place = path.filter((part): part is string | number => typeof part !== 'symbol');
        const keys = code === 'unrecognized_keys' && 'keys' in rest ? rest.keys : null;
        if (keys) return keys.map((key) => ({ path: [...place, key], isMissing: false, control: null }));
        const value = valueAt(fields, place);
        // A name that may not be one is the last of its path.
        const control = findControlCharacter(value) ?? findControlCharacter(place.at(-1));
        return { path: place, isMissing: value === undefined || value === null, control };
      });
    },
    parse({ id, file, frontMatter, source, body, bodyLine }) {
      const parsed = parseYaml({ file, text: frontMatter, firstLine: 2 }, withUid(schema), {
        ...hints,
        uid: uidHint,
      });
      if ('problems' in parsed) return parsed;
      const {
        value: { fields, key },
        lineOf,
      } = parsed;
      const entry = {
        id,
        file,
        row: kind.toRow({ id, fields, source, body }),
        joined: joins.map((join) => join.ids(fields)),
        references: [...placeReferences(kind.toReferences(fields), lineOf), ...placePictures(body, bodyLine)],
        uid: key === undefined ? null : { key, line: lineOf('uid') },
      };
      return { entry };
    },
    toFields: (row, joined) => kind.toFields(row, joined),
    toSource: (row) => String(Reflect.get(row, kind.source)),
    toSearched: (row) => kind.toSearched(row),
  };
}

/** Every file may say its key, which is of no row: the history of an entry and its draft are without it. */
function withUid<Fields>(
  schema: z.ZodType<Fields>,
): ValueSchema<{ fields: Fields; key: string | undefined }> {
  return {
    safeParse(typed) {
      const isMap = typeof typed === 'object' && typed !== null && !Array.isArray(typed);
      const { uid: typedUid, ...rest }: Record<string, unknown> = isMap ? { ...typed } : {};
      const key = uid.optional().safeParse(typedUid);
      const fields = schema.safeParse(isMap ? rest : typed);
      if (key.success && fields.success)
        return { success: true, data: { fields: fields.data, key: key.data } };
      const wrongKey = key.error?.issues.map((issue) => ({ ...issue, path: ['uid'] })) ?? [];
      return { success: false, error: { issues: [...(fields.error?.issues ?? []), ...wrongKey] } };
    },
  };
}

function valueAt(fields: unknown, [key, ...within]: readonly (string | number)[]): unknown {
  if (key === undefined) return fields;
  if (fields instanceof Map) return valueAt(fields.get(key) || null, within);
  const isPart = typeof fields === 'object' && fields !== null && Object.hasOwn(fields, key);
  return isPart ? valueAt(Reflect.get(fields, key), within) : undefined;
}
