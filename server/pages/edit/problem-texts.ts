import { labelOf, ruleOf } from '#client/edit/form/field-texts.ts';
import type { FormProblems } from '#client/edit/form/entry-form.tsx';
import { editForms, siteForm, type EditField } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import type { EditKind } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import type { Refused } from '#server/content/find-refused.ts';
import {
  maxBodyCharacters,
  maxFieldCharacters,
  maxFieldLines,
} from '#server/features/editing/find-oversized.ts';
import { meantValue } from '#server/features/editing/form-to-document.ts';
import type { FieldProblem } from '#server/features/editing/find-problems.ts';

/** `typed` is what is refused, `within` the element that it stands in. */
type Sentence = (typed: string, within: string) => string;

export const noProblems: FormProblems = { fields: new Map(), body: [] };

/** Says in words what is wrong, for the page to show beside each field. */
export function describeProblems(kind: EditKind, problems: readonly FieldProblem[]): FormProblems {
  const fields = new Map<string, string>();
  const body: string[] = [];
  for (const problem of problems) {
    if (problem.code === 'refused') {
      const { path, line, reason, within = '' } = problem.refused;
      const sentences: Readonly<Record<Refused['reason'], Sentence>> = editTexts.refused;
      const sentence = sentences[reason](path, within);
      body.push(editTexts.problem.inBody(line, sentence));
    } else if ('line' in problem) {
      body.push(editTexts.problem.bodyUnknown(problem.typed, problem.line));
    } else if (problem.field === 'body') {
      body.push(editTexts.problem.bodyOversized(maxBodyCharacters));
    } else {
      const { field, code, typed = '' } = problem;
      if (!fields.has(field)) fields.set(field, describeField(kind, field, code, typed));
    }
  }
  return { fields, body };
}

/** The first thing that is wrong, where a page has room for one; null when nothing is. */
export function firstSentence(kind: EditKind, problems: readonly FieldProblem[]): string | null {
  const { fields, body } = describeProblems(kind, problems);
  return [...fields.values(), ...body][0] ?? null;
}

/** What is wrong about the settings of the site. */
export function describeSiteProblems(problems: readonly FieldProblem[]): FormProblems {
  const fields = new Map<string, string>();
  for (const problem of problems) {
    if ('refused' in problem || 'line' in problem) continue;
    const { field, code, typed = '' } = problem;
    if (!fields.has(field)) fields.set(field, describeIn(siteForm, field, code, typed));
  }
  return { fields, body: [] };
}

/** What the settings are now, for each of these fields in which a form would make them something else. */
export function describeTheirs(
  fields: readonly EditField[],
  mine: FormContent,
  theirs: FormContent,
): FormProblems {
  const differing = fields.filter(
    (field) =>
      JSON.stringify(meantValue(field, mine.values)) !== JSON.stringify(meantValue(field, theirs.values)),
  );
  return {
    fields: new Map(
      differing.map((field) => [
        field.name,
        editTexts.siteForm.theirs(labelOf(field.name), toText(meantValue(field, theirs.values))),
      ]),
    ),
    body: [],
  };
}

/** A text as it is; of a list its rows, and of these what stands in them. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return editTexts.siteForm.rows(value.map(toText));
  if (typeof value === 'object' && value !== null) return Object.values(value).map(toText).join(' ');
  return value === null || value === undefined ? '' : String(value);
}

function describeField(kind: EditKind, name: string, code: string, typed: string): string {
  const { problem } = editTexts;
  if (name === 'id' && code === 'taken')
    return kind === 'authors' && typed === '' ? problem.hasArticles : problem.idTaken(typed);
  if (name === 'id' && code === 'redirected') return problem.redirected(typed);
  if (name === 'id' && code === 'wrong') return problem.idWrong;
  if (name === 'to') return problem.to;
  return describeIn(editForms[kind], name, code, typed);
}

function describeIn(form: readonly EditField[], name: string, code: string, typed: string): string {
  const { problem } = editTexts;
  const field = form.find((candidate) => name === candidate.name || name.startsWith(`${candidate.name}.`));
  const column = field && columnOf(field, name.split('.').at(-1));
  const first = field?.name ?? name;
  const label = column ? labelOf(`${first}.${column.name}`, column.name) : labelOf(first);
  if (code === 'missing') return problem.missing(label);
  if (code === 'overdue') return problem.overdue;
  if (code === 'wrong' && field?.type === 'time') return problem.time(label);
  if (code === 'oversized') return problem.oversized(label, maxFieldCharacters, maxFieldLines);
  if (code === 'unknown') return problem.unknown(label, typed);
  return problem.wrong(label, field ? ruleOf(column ?? field, column && `${first}.${column.name}`) : '');
}

function columnOf(field: EditField, name: string | undefined): EditField | undefined {
  return field.columns?.find((column) => column.name !== '' && column.name === name);
}
