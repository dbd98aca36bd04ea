import { OperatorError } from '#server/base/errors.ts';
import { nameOf } from './control-characters.ts';

/** A mistake in a content folder, for its editor: what is wrong, and what would be right. */
export interface Problem {
  /** Relative to the folder, with forward slashes. */
  file: string;
  /** The line of the file, from 1. */
  line: number;
  wrong: string;
  right: string;
}

/** A folder that cannot be imported. Nothing has been changed. */
export class ContentError extends OperatorError {
  override name = 'ContentError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`${problems.length} problem(s):\n${problems.map(formatProblem).join('\n')}`);
    this.problems = problems;
  }
}

export function formatProblem({ file, line, wrong, right }: Problem): string {
  // A terminal would obey a control character.
  return `${file}:${line}: ${wrong}; ${right}`.replaceAll(/\p{Cc}/gu, (sign) => nameOf(sign.charCodeAt(0)));
}

export function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line;
}
