import { kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { optionText } from '#client/edit/form/field-control.tsx';
import { neededText, ruleOf } from '#client/edit/form/field-texts.ts';
import type { FormProblems } from '#client/edit/form/form-fields.tsx';
import { columnsOf, editForms, siteForm, type EditField } from '#shared/editing/edit-forms.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { deskTexts } from '#shared/locale/editors/desk/desk-texts.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { endField } from '#shared/editing/plan/end-field.ts';
import { mergeWords } from '#shared/locale/editors/kept-text-texts.ts';
import { planTexts } from '#shared/locale/editors/plan-texts.ts';
import { maxLevels } from '#server/content/category-tree.ts';
import type { Refused } from '#server/content/html/find-refused.ts';
import {
  maxBodyCharacters,
  maxFieldCharacters,
  maxFieldLines,
} from '#server/features/editing/form/find-oversized.ts';
import { meantValue } from '#server/features/editing/form/form-to-document.ts';
import type { FieldProblem } from '#server/features/editing/form/find-problems.ts';

/** `typed` is the refused text, `within` the element around it, `column` its place in the line. */
type Sentence = (typed: string, within: string, column: number) => string;

export const noProblems: FormProblems = { fields: new Map(), body: [] };

/** Puts problems into words, for the page to show beside each field. */
export function describeProblems(kind: Kind, problems: readonly FieldProblem[]): FormProblems {
  const fields = createSentences(editForms[kind]);
  const body: string[] = [];
  for (const problem of problems) {
    if (problem.code === 'refused') {
      body.push(describeRefused(problem.refused));
    } else if (problem.code === 'marked') {
      body.push(mergeWords.inBody(problem.line));
    } else if ('line' in problem) {
      body.push(editTexts.problem.bodyUnknown(problem));
    } else if (problem.field === 'body') {
      body.push(editTexts.problem.bodyOversized(maxBodyCharacters));
    } else {
      fields.add(problem, describeField(kind, problem));
    }
  }
  return { fields: fields.all, body, several: severalIn(problems), similar: similarIn(kind, problems) };
}

/** First problem in words, where a page has room for one; null when there is none. */
export function firstSentence(kind: Kind, problems: readonly FieldProblem[]): string | null {
  const { fields, body } = describeProblems(kind, problems);
  return [...fields.values(), ...body][0] ?? null;
}

/** Puts the problems of the site's settings into words. */
export function describeSiteProblems(problems: readonly FieldProblem[]): FormProblems {
  const fields = createSentences(siteForm);
  for (const problem of problems) {
    if ('refused' in problem || 'line' in problem) continue;
    fields.add(problem, describeIn(siteForm, problem));
  }
  return { fields: fields.all, body: [], several: severalIn(problems) };
}

function severalIn(problems: readonly FieldProblem[]): ReadonlySet<string> {
  return new Set(problems.flatMap(({ field, code }) => (code === 'several' ? [field] : [])));
}

function similarIn(kind: Kind, problems: readonly FieldProblem[]): NonNullable<FormProblems['similar']> {
  return new Map(
    problems.flatMap((problem) => {
      if (!('similar' in problem) || !problem.similar) return [];
      const { field, similar, typed = '' } = problem;
      const isOpen = fieldOf(editForms[kind], field)?.isOpen ?? false;
      return [[field, { ...similar, typed, page: isOpen ? null : editPaths.entry(kind, similar.id) }]];
    }),
  );
}

/** A problem of a field that is not the Markdown. */
type ProblemOfField = Exclude<FieldProblem, { refused: Refused } | { line: number }>;

/** Collects one sentence for each control; of a list that is typed in one, a sentence for each of its lines. */
function createSentences(form: readonly EditField[]) {
  const all = new Map<string, string>();
  return {
    all,
    add({ field: name, code }: ProblemOfField, sentence: string): void {
      const field = fieldOf(form, name);
      const control = field?.type === 'lines' ? field.name : name;
      const before = all.get(control);
      if (before === undefined) all.set(control, sentence);
      else if (control !== name || code === 'several') all.set(control, before + sentence);
    },
  };
}

/** Describes the current value of each of these fields that a form would change. */
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
        editTexts.siteForm.theirs(field.label, toText(meantValue(field, theirs.values))),
      ]),
    ),
    body: [],
  };
}

/** A text as it is; for a list, its rows with their values. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return editTexts.siteForm.rows(value.map(toText));
  if (typeof value === 'object' && value !== null) return Object.values(value).map(toText).join(' ');
  return value === null || value === undefined ? '' : String(value);
}

/** Sentence about a mistake in a body, or about a possible oversight in it. */
export function describeRefused({ path, line, reason, within = '', column = 1 }: Refused): string {
  const sentences: Readonly<Record<Refused['reason'], Sentence>> = editTexts.refused;
  return editTexts.problem.inBody(line, sentences[reason](path, within, column));
}

function describeField(kind: Kind, fieldProblem: ProblemOfField): string {
  const { problem } = editTexts;
  const { field, code } = fieldProblem;
  const typed = typedOf(fieldProblem);
  if (field === 'id' && code === 'taken') return typed === '' ? neededText(kind) : problem.idTaken(typed);
  if (field === 'id' && code === 'redirected') return problem.redirected(typed);
  if (field === 'id' && code === 'missing') return problem.idMissing;
  if (field === 'id' && code === 'wrong') return problem.idWrong;
  if (field === 'to') return problem.to;
  if (field === 'note') return deskTexts.handIn[code === 'taken' ? 'isReturned' : 'unchanged'];
  if (code === 'planned') return planTexts.problem.isUsed(typed);
  if (field === endField) return describeTime({ label: planTexts.end }, code);
  if (field === 'into') return describeInto(kind, fieldProblem);
  return describeIn(editForms[kind], fieldProblem);
}

/** Sentence about a time of a plan or of a publication. */
function describeTime({ label }: Pick<EditField, 'label'>, code: ProblemOfField['code']): string {
  const { problem } = planTexts;
  switch (code) {
    case 'missing':
      return editTexts.problem.missing(label);
    case 'past':
      return problem.past(label);
    case 'unseen':
    case 'unchanged':
    case 'sooner':
    case 'later':
      return problem[code];
    default:
      return editTexts.problem.time(label);
  }
}

/** The entry that is to take the place of another. */
function describeInto(kind: Kind, fieldProblem: ProblemOfField): string {
  const label = editTexts.remove.into(kinds[kind].counter + kindPages[kind].label);
  const typed = typedOf(fieldProblem);
  if (typed === '') return editTexts.problem.missing(label);
  return editTexts.problem.unknown(label, typed, ('rather' in fieldProblem && fieldProblem.rather) || []);
}

function describeIn(form: readonly EditField[], fieldProblem: ProblemOfField): string {
  const { problem } = editTexts;
  const { field: name } = fieldProblem;
  const field = fieldOf(form, name);
  const column = field && columnOf(field, name.slice(field.name.length + 1).replace(/^\d+\.?/, ''));
  // The names of pairs say nothing by themselves.
  const label =
    (field?.type === 'pairs' ? field.label : '') +
    (column?.label ?? (field?.type === 'pairs' ? '' : (field?.label ?? name)));
  const typed = typedOf(fieldProblem);
  if ('control' in fieldProblem && fieldProblem.control) return problem.control(label, fieldProblem.control);
  switch (fieldProblem.code) {
    case 'missing':
      return problem.missing(label);
    case 'overdue':
      return problem.overdue;
    case 'past':
    case 'unseen':
    case 'unchanged':
    case 'sooner':
    case 'later':
      return describeTime({ label }, fieldProblem.code);
    case 'earlier':
      return problem.earlier(label);
    case 'similar':
      return problem.similar(fieldProblem.similar?.name ?? '');
    case 'loop':
      return problem.loop(label);
    case 'deep':
      return problem.deep(label, maxLevels);
    case 'oversized':
      return problem.oversized(label, maxFieldCharacters, maxFieldLines);
    case 'mistake':
      return fieldProblem.reason ? problem.mistake(label, fieldProblem.reason) : problem.wrong(label, '');
    case 'many':
      return problem.many(label, fieldProblem.count, fieldProblem.max);
    case 'unknown':
      return (column ?? field)?.type === 'media'
        ? problem.unknownFile(label, typed, fieldProblem.rather ?? [])
        : problem.unknown(label, typed, fieldProblem.rather ?? []);
    case 'several':
      return problem.several(label, typed);
    case 'repeated':
      return problem.repeated(label, field?.columns?.[0]?.type === 'choice' ? optionText(typed) : typed);
    default: {
      if (fieldProblem.code === 'wrong' && field?.type === 'time') return problem.time(label);
      const rule = field ? ruleOf(column ?? field) : '';
      const isLine = field?.type === 'lines' && name !== field.name;
      return isLine && typed !== ''
        ? problem.wrongLine(label, typed, field.max ?? 0)
        : problem.wrong(label, rule);
    }
  }
}

function typedOf(fieldProblem: ProblemOfField): string {
  return ('typed' in fieldProblem && fieldProblem.typed) || '';
}

function fieldOf(form: readonly EditField[], name: string): EditField | undefined {
  return form.find((candidate) => name === candidate.name || name.startsWith(`${candidate.name}.`));
}

function columnOf(field: EditField, name: string | undefined): EditField | undefined {
  return columnsOf(field).find((column) => column.name !== '' && column.name === name);
}
