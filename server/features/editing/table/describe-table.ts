import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { describeMistake } from '#server/content/front-matter/describe-mistake.ts';
import { hintsOf } from '#server/content/kinds/kind-hints.ts';
import { columnNames } from './columns.ts';
import type { RowLeftOut, RowProblem } from './table-plan.ts';
import type { HeaderProblem } from './read-header.ts';
import type { Unreadable } from './read-table.ts';

// The words of the command, for operators. Those of the page are in shared/locale/editors/table-texts.ts.

export function describeUnreadable(unreadable: Unreadable): string {
  switch (unreadable.code) {
    case 'empty':
      return 'The file is empty; the first row has the names of the columns';
    case 'workbook':
      return 'The file is a workbook; save it as CSV';
    case 'encoding':
      return 'The file is in no encoding of UTF-8, UTF-16 and Big5; save it as CSV UTF-8';
    case 'broken':
      return `${unreadable.line}: the row cannot be read; a quotation mark in a cell stands twice, and the cell between quotation marks`;
    case 'too-many-rows':
      return `The file has more than ${unreadable.max} rows, those of variants among them; divide it into several, with all rows of an entry in one of them, or keep only the rows to change`;
    case 'too-large':
      return `The file is larger than ${unreadable.max / 1024 / 1024} MB; divide it into several`;
  }
}

export function describeHeader(problem: HeaderProblem, kind: Kind): string {
  const names = columnNames(kind).join(', ');
  switch (problem.code) {
    case 'no-id':
      return `1: no column is called id; the columns are ${names}`;
    case 'no-columns':
      return `1: no column has values to change; the columns are ${names}`;
    case 'twice':
      return `1: two columns are called ${problem.name}; keep one`;
  }
}

export function describeProblem({ problem, ...row }: RowProblem, kind: Kind): string {
  return `${row.line}: ${row.id === '' ? '' : `${nameOfRow(row)}: `}${reasonOf(problem, kind)}`;
}

/** Name of an entry, or of a variant of it. */
export function nameOfRow({ id, variant }: { id: string; variant: string }): string {
  return variant === '' ? id : `${id}, variant ${variant}`;
}

function reasonOf(problem: RowProblem['problem'], kind: Kind): string {
  switch (problem.code) {
    case 'unreadable':
    case 'wrong': {
      const expected = hintsOf(kinds[kind])[problem.name] ?? 'another value';
      return `${problem.name} is ${problem.typed === '' ? 'empty' : problem.typed}; expected ${expected}`;
    }
    case 'mistake': {
      const place = { at: [problem.name], value: problem.value, lineOf: () => 1 };
      const { wrong, right } = describeMistake(problem.reason, place);
      return `${wrong}; ${right}`;
    }
    case 'same': {
      const other = problem.other === '' ? 'the entry itself' : `its variant ${problem.other}`;
      return `${problem.name} is that of ${other}; give each its own`;
    }
    case 'not-of-variant':
      return `variants have no ${problem.name}; leave the cell empty, and change the row of the entry`;
    case 'unknown-category':
      return `no category is called ${problem.typed}; make it first`;
    case 'repeated':
      return `the row stands twice, in line ${problem.other} too; keep one, and the column of variants`;
    case 'unknown-id':
      return 'no entry has this id; leave the row out, or make the entry first';
    case 'unknown-variant':
      return 'the entry has no such variant, and a table makes none; add it to the entry, or leave the row out';
    case 'no-id':
      return 'the row has no id; keep the ids as they were exported';
    case 'too-many-cells':
      return 'the row has more cells than the header; put a cell with a comma between quotation marks';
    case 'no-version':
      return 'the version is no number; keep the versions as they were exported';
  }
}

export function describeLeftOut({ line, reason, by, other, ...row }: Omit<RowLeftOut, 'title'>): string {
  return `${line}: ${nameOfRow(row)}: left out, ${whyLeftOut({ reason, by, other })}`;
}

function whyLeftOut({ reason, by, other }: Pick<RowLeftOut, 'reason' | 'by' | 'other'>): string {
  switch (reason) {
    case 'draft':
      return `${by || 'an editor'} has a draft of it`;
    case 'beside':
      return `line ${other} of the same entry is wrong`;
    case 'changed':
      return 'it was changed after the export; export again';
  }
}
