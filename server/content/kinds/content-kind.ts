import type { Insertable } from 'kysely';
import type * as z from 'zod';
import type { ValueOf } from '#shared/kinds/fields.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import type { KindRecord } from '#shared/kinds/kind.ts';
import type { Mistake } from '#shared/offers/mistakes.ts';
import {
  hasState,
  htmlColumn,
  joinsOf,
  sourceColumn,
  storedFields,
  type Join,
  type StoredField,
} from '#server/db/tables/kind-columns.ts';
import type { Schema } from '#server/db/schema.ts';
import { describeMistake } from '../front-matter/describe-mistake.ts';
import { parseYaml } from '../front-matter/front-matter.ts';
import type { Problem } from '../front-matter/problem.ts';
import type { RenderedBody } from '../markdown/render-markdown.ts';
import { uidHint } from './field-schemas.ts';
import { issuesOf, type FieldIssue } from './find-issues.ts';
import { withUid } from './with-uid.ts';
import { hintsOf } from './kind-hints.ts';
import { schemaOf } from './kind-schema.ts';
import { placePictures, placeReferences, referencesIn, textsIn, type PlacedReference } from './references.ts';
import { fromStored, nonEmpty, toStored } from './stored-fields.ts';

/** Columns that a kind of content derives from its texts, beside its record. */
interface MadeColumns<Definition extends KindRecord> {
  /** The columns that are made of the Markdown alone. */
  toMade(
    body: RenderedBody,
  ): MadeOf<Definition['name'], `${Definition['body']['column']}_html` | Definition['body']['made'][number]>;
  /** Columns derived from the front matter, beside those of its fields. */
  toOwn?(fields: FieldValues<Definition>): MadeOf<Definition['name'], Definition['made'][number]>;
  /** Gives a row that is written the columns that time changes, of the stored row or marked to be made. */
  keep?(row: Row, stored: Row | undefined): Row;
}

/** Columns of these names that the import writes. The database makes the others. */
type MadeOf<Name extends Kind, Column extends string> = Pick<
  Insertable<Schema[Name]>,
  Column & keyof Insertable<Schema[Name]>
>;

/** The front matter of a kind, as its schema gives it. */
type FieldValues<Definition extends KindRecord> = {
  readonly [Name in keyof Definition['fields']]: ValueOf<Definition['fields'][Name]>;
};

/** A kind as the import, the checks and the export walk it. */
export interface ContentKind {
  readonly name: Kind;
  /** Kinds that its rows point to: written before it, removed after it. */
  readonly needs: readonly Kind[];
  readonly joins: readonly Join[];
  readonly schema: z.ZodType;
  toMade(body: RenderedBody): Row;
  keep(row: Row, stored: Row | undefined): Row;
  /** Finds the problems of front matter that has been parsed already, by the path of each value. */
  findIssues(fields: Readonly<Record<string, unknown>>): FieldIssue[];
  /** Finds what a file may have and a form may not, in front matter without issues. */
  findWarnings(fields: Readonly<Record<string, unknown>>): readonly Mistake[];
  parse(file: EntryFile): { entry: ContentEntry } | { problems: Problem[] };
  /**
   * Returns a stored row with other values of some keys of the front matter, or why they may not be so: as for a form,
   * what the change leaves unsaid is a mistake. Null empties a key. The Markdown and the joins stay as they are.
   */
  rewrite(row: Row, changes: Readonly<Record<string, unknown>>): { row: Row } | { issues: FieldIssue[] };
  /** Front matter from which an import makes the same row. `joined` has the ids of each of the `joins`. */
  toFields(row: Row, joined: JoinedIds): Readonly<Record<string, unknown>>;
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

/** Content of a parsed file, for the import. */
export interface ContentEntry {
  id: string;
  /** Path within the content folder. */
  file: string;
  row: Row;
  joined: JoinedIds;
  references: readonly PlacedReference[];
  /** Values of fields of which each entry has its own. */
  own: readonly { name: string; text: string; line: number }[];
  /** Things that older files have, and stop nothing. */
  warnings: readonly Problem[];
  /** The key by which the entry is known when its file has another name; null: the file says none. */
  uid: { key: string; line: number } | null;
}

export type Row = Readonly<Record<string, unknown>>;

/** For each of a kind's joins the ids in their order. */
type JoinedIds = readonly (readonly string[])[];

export function createContentKind<Definition extends KindRecord>(
  record: Definition,
  { toMade, toOwn, keep = asItIs }: MadeColumns<Definition>,
): ContentKind {
  // The schema, which is made of the same record, has given the values.
  return contentKindOf(record, {
    toMade,
    toOwn: (fields) => toOwn?.(fields as FieldValues<Definition>),
    keep,
  });
}

const asItIs = (row: Row) => row;

/** A kind whose record says that no other columns are made. */
export function createPlainKind(record: KindRecord): ContentKind {
  const { name, body, made } = record;
  if (body.made.length + made.length > 0) throw new Error(`${name} have columns that nobody makes`);
  return contentKindOf(record, {
    toMade: ({ html }) => ({ [htmlColumn(name)]: html }),
    toOwn: () => ({}),
    keep: asItIs,
  });
}

interface Made extends Pick<ContentKind, 'toMade' | 'keep'> {
  toOwn(fields: Values): Row | undefined;
}

function contentKindOf(record: KindRecord, { toMade, toOwn, keep }: Made): ContentKind {
  const { name } = record;
  const stored = storedFields(name);
  const joins = joinsOf([name]);
  const schema = schemaOf(record);
  const hints = hintsOf(record);
  const toRow = (id: string, fields: Values, ofText: Row): Row => ({
    id,
    ...Object.fromEntries(
      stored.flatMap(({ name: key, column, field }) =>
        column === null ? [] : [[column, toStored(field, fields[key])]],
      ),
    ),
    ...(hasState(name) && { status: fields['status'] }),
    ...ofText,
    ...toOwn(fields),
  });
  const kind: ContentKind = {
    name,
    needs: needsOf(stored),
    joins,
    schema,
    toMade,
    keep,
    findIssues: (fields) => issuesOf(schema, fields),
    findWarnings(fields) {
      const parsed = schema.safeParse(fields);
      return parsed.success ? warningsOf(record, parsed.data) : [];
    },
    parse(entryFile) {
      const { id, file, frontMatter, source, body, bodyLine } = entryFile;
      const parsed = parseYaml({ file, text: frontMatter, firstLine: 2 }, withUid(schema), {
        ...hints,
        uid: uidHint,
      });
      if ('problems' in parsed) return parsed;
      const {
        value: { fields, key },
        lineOf,
      } = parsed;
      const lists = stored.filter(({ field }) => field.type === 'references');
      const entry = {
        id,
        file,
        row: toRow(id, fields, { [sourceColumn(name)]: source, ...toMade(body) }),
        joined: lists.map(({ name: list }) => textsIn(fields[list])),
        references: [
          ...placeReferences(referencesIn(record.fields, fields), lineOf),
          ...placePictures(body, bodyLine),
        ],
        own: stored.flatMap(({ name: own, field }) =>
          field.isOwn && fields[own] !== undefined
            ? [{ name: own, text: String(fields[own]), line: lineOf(own) }]
            : [],
        ),
        warnings: warningsOf(record, fields).map(({ at, reason }) => ({
          file,
          line: lineOf(...at),
          ...describeMistake(reason, { at, value: undefined, lineOf }),
        })),
        uid: key === undefined ? null : { key, line: lineOf('uid') },
      };
      return { entry };
    },
    rewrite(row, changes) {
      const before = kind.toFields(row, []);
      const fields = withoutNulls({ ...before, ...changes });
      const parsed = schema.safeParse(fields);
      if (!parsed.success) return { issues: kind.findIssues(fields) };
      const warnings = warningsOf(record, parsed.data);
      const older = warnings.length === 0 ? [] : kind.findWarnings(withoutNulls(before));
      const issues = newMistakes(warnings, older).map(toIssue);
      if (issues.length > 0) return { issues };
      const ofText = [sourceColumn(name), htmlColumn(name), ...record.body.made];
      const kept = Object.fromEntries(ofText.map((column) => [column, row[column]]));
      // A strict object is all that the schema gives.
      return { row: keep(toRow(String(row['id']), parsed.data as Values, kept), row) };
    },
    toFields(row, joined) {
      const lists = joined.values();
      const fields = stored.map(({ name: key, column, field }) => [
        key,
        column === null ? nonEmpty(lists.next().value ?? []) : fromStored(field, row[column]),
      ]);
      return { ...Object.fromEntries(fields), ...(hasState(name) && { status: row['status'] }) };
    },
  };
  return kind;
}

type Values = Readonly<Record<string, unknown>>;

function warningsOf({ findMistakes }: KindRecord, fields: unknown): readonly Mistake[] {
  // A strict object is all that a schema gives.
  return findMistakes?.(fields as Values).filter(({ isWarning }) => isWarning) ?? [];
}

function withoutNulls(fields: Values): Values {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Mistakes that a change brings: an older entry keeps its own until they are changed. */
function newMistakes(mistakes: readonly Mistake[], older: readonly Mistake[]): Mistake[] {
  const places = new Set(older.map(({ at }) => at.join('.')));
  return mistakes.filter(({ at }) => !places.has(at.join('.')));
}

function toIssue({ at, reason }: Mistake): FieldIssue {
  return { path: at, isMissing: false, control: null, reason };
}

function needsOf(fields: readonly StoredField[]): Kind[] {
  return [...new Set(fields.flatMap(({ field: { to } }) => to ?? []))];
}
