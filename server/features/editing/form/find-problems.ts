import type { Kind } from '#shared/kinds/kind-names.ts';
import type { MistakeReason } from '#shared/offers/mistakes.ts';
import type { Kysely } from 'kysely';
import { composed } from '#shared/composed.ts';
import { editForms, type EditField } from '#shared/editing/edit-forms.ts';
import { mergeMarks } from '#shared/locale/editors/kept-text-texts.ts';
import { ownValue } from '#shared/own-value.ts';
import type { Schema } from '#server/db/schema.ts';
import { toYaml } from '#server/content/entries/documents.ts';
import type { EntryDocument } from '#server/content/entries/entry-document.ts';
import type { ControlCharacter } from '#server/content/front-matter/control-characters.ts';
import type { Refused } from '#server/content/html/find-refused.ts';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import type { ContentEntry } from '#server/content/kinds/content-kind.ts';
import { fileInText, pictureInText, recordingInText } from '#server/content/kinds/references.ts';
import type { RenderedBody } from '#server/content/markdown/render-markdown.ts';
import { findNamed, typedAt, type NamedThing } from './find-named.ts';
import { toProblem } from './mistake-problems.ts';
import { storedIds } from '#server/content/entries/stored-ids.ts';
import { flatFields } from './grouped-fields.ts';
import { pairMap, pairRows, placeOfPair, repeatedPairs } from './pair-rows.ts';

/** Problem of a field of a form, for the page to put into words. */
export type FieldProblem =
  | OneFieldProblem
  /** More rows or lines than the field may have. */
  | { field: string; code: 'many'; count: number; max: number }
  | { field: 'body'; code: 'refused'; refused: Refused }
  /** A mark of a merge, between whose texts nobody has chosen. */
  | { field: 'body'; code: 'marked'; line: number }
  | { field: 'body'; code: 'unknown'; typed: string; line: number; isPicture: boolean };

export interface OneFieldProblem {
  /** The name of the field, with a dot and a number for each row; `id` for the address. */
  field: string;
  code:
    | 'missing'
    | 'wrong'
    | 'oversized'
    | 'unknown'
    | 'repeated'
    | 'several'
    | 'taken'
    | 'redirected'
    | 'overdue'
    | 'earlier'
    | 'mistake'
    /** The entry is below itself, or too far below the top. */
    | 'loop'
    | 'deep'
    | 'similar'
    | PlanFieldCode;
  /** Typed name that names nothing. */
  typed?: string;
  similar?: { id: string; name: string };
  /** Suggestions. */
  rather?: readonly string[];
  /** Why it is wrong: a character that no text may have. */
  control?: ControlCharacter;
  /** For `mistake`. */
  reason?: MistakeReason;
}

/**
 * A time that has come, or at which nobody would see the page; nothing to change; earlier than the button said; a time to
 * come, of a draft that was to be published with others; used by a plan.
 */
type PlanFieldCode = 'past' | 'unseen' | 'unchanged' | 'sooner' | 'later' | 'planned';

interface Checked {
  problems: FieldProblem[];
  /** Null when there are problems. */
  entry: ContentEntry | null;
  /** Things that it names, as far as it can be read. */
  named: readonly NamedThing[];
}

/**
 * Finds everything that keeps a document from being published except missing references: only the database knows those.
 */
export function checkDocument(
  kind: Kind,
  id: string,
  { fields, body }: EntryDocument,
  rendered: RenderedBody,
): Checked {
  const named = findNamed(kind, fields, rendered);
  const problems: FieldProblem[] = [
    ...findProblemsOfFields(kind, fields),
    ...rendered.refused.map((refused) => ({ field: 'body' as const, code: 'refused' as const, refused })),
    ...findMarkedLines(body).map((line) => ({ field: 'body' as const, code: 'marked' as const, line })),
  ];
  if (problems.length > 0) return { problems, entry: null, named };
  const file = `${kind}/${id}.md`;
  const parsed = contentKinds[kind].parse({
    id,
    file,
    frontMatter: toYaml(fields),
    source: body,
    body: rendered,
    bodyLine: 1,
  });
  if ('entry' in parsed) return { problems, entry: parsed.entry, named };
  // The same schema has just found nothing: only what is no value of YAML is left.
  return {
    problems: [{ field: 'body', code: 'unknown', typed: '', line: 1, isPicture: true }],
    entry: null,
    named,
  };
}

/** Numbers of the lines with a mark of a merge, from 1. */
function findMarkedLines(text: string): number[] {
  const isMarked = (line: string) => line.includes(mergeMarks.theirs) || line.includes(mergeMarks.mine);
  return text.split('\n').flatMap((line, index) => (isMarked(line) ? index + 1 : []));
}

/** Problems of the schema, at the places that the form has. */
function findProblemsOfFields(kind: Kind, fields: Readonly<Record<string, unknown>>): FieldProblem[] {
  const form = editForms[kind];
  const flat = flatFields(kind, fields);
  const ofLists = [...findTooMany(form, flat), ...findRepeated(form, flat)];
  const pairs = new Map(
    form.flatMap(({ name, type }) => (type === 'pairs' ? [[name, pairRows(ownValue(fields, name))]] : [])),
  );
  const maps = [...pairs].flatMap(([name, rows]) => (rows.length > 0 ? [[name, pairMap(rows)]] : []));
  const issues = contentKinds[kind].findIssues({ ...fields, ...Object.fromEntries(maps) });
  const problems = issues.map(({ path, isMissing, control, reason }): FieldProblem => {
    if (reason !== undefined) return toProblem({ at: path, reason }, fields);
    if (path[2] === 'options' && path.length === 3) return { field: [...path, 0].join('.'), code: 'wrong' };
    const [name = '', ...within] = path;
    const place = placeOfPair(pairs.get(String(name)) ?? [], within);
    return {
      field: (place === null ? path : [name, place.row, place.column]).join('.'),
      code: isMissing || (place !== null && path.at(-1) === '') ? 'missing' : 'wrong',
      typed: typedAt(fields, path),
      ...(control && { control }),
    };
  });
  const reported = new Set(ofLists.map(({ field }) => field.split('.', 1)[0]));
  return [...ofLists, ...problems.filter(({ field }) => !reported.has(field))];
}

/** Lists that are longer than they may be published. */
export function findTooMany(
  form: readonly EditField[],
  fields: Readonly<Record<string, unknown>>,
): FieldProblem[] {
  return form.flatMap(({ name, maxItems: max = Infinity }): FieldProblem[] => {
    const items = ownValue(fields, name);
    const isLong = Array.isArray(items) && items.length > max;
    return isLong ? [{ field: name, code: 'many', count: items.length, max }] : [];
  });
}

/** Repetitions in lists whose items are unique, from the second time on. */
export function findRepeated(
  form: readonly EditField[],
  fields: Readonly<Record<string, unknown>>,
): FieldProblem[] {
  return form.flatMap((field): FieldProblem[] => {
    const value = ownValue(fields, field.name);
    if (field.type === 'pairs') {
      const rows = pairRows(value);
      return repeatedPairs(rows).map((row) => ({
        field: `${field.name}.${row}.name`,
        code: 'repeated',
        typed: String(rows[row]?.name),
      }));
    }
    const isList = field.type === 'rows' && field.columns?.[0]?.name === '' && Array.isArray(value);
    return repeatedIn(isList ? value : []).map(([row, typed]) => ({
      field: `${field.name}.${row}`,
      code: 'repeated',
      typed,
    }));
  });
}

function repeatedIn(texts: readonly unknown[]): [row: number, typed: string][] {
  const seen = new Set<string>();
  return texts.flatMap((text, row): [number, string][] => {
    const before = seen.size;
    seen.add(composed(String(text)));
    return seen.size === before && text !== '' ? [[row, String(text)]] : [];
  });
}

/** Problems for the named things that are not there. */
export async function findUnknown(db: Kysely<Schema>, named: readonly NamedThing[]): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const [target, things] of Map.groupBy(named, ({ to }) => to)) {
    const stored = await storedIds(db, target, [...new Set(things.map(({ id }) => id))]);
    for (const { id, field, line } of things) {
      if (stored.has(id)) continue;
      problems.push(
        line === undefined
          ? { field, code: 'unknown', typed: id }
          : describeUnknown({ by: fileInText(id), id, line }),
      );
    }
  }
  return problems;
}

/** A field that cannot be read is not said to name nothing. */
export function withUnknown(
  problems: readonly FieldProblem[],
  unknown: readonly FieldProblem[],
): FieldProblem[] {
  const reported = new Set(problems.map(({ field }) => field));
  return [...problems, ...unknown.filter(({ field }) => field === 'body' || !reported.has(field))];
}

/** Something that is named and is not there. */
export function describeUnknown({ by, id, line }: { by: string; id: string; line: number }): FieldProblem {
  if (by !== pictureInText && by !== recordingInText) return { field: by, code: 'unknown', typed: id };
  return { field: 'body', code: 'unknown', typed: id, line, isPicture: by === pictureInText };
}
