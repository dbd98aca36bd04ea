/** What is wrong about a field of a form, for the page to say it in words. */
export interface FieldProblem {
  /** The name of the field, with a dot and a number for each row; `body` for the Markdown, `id` for the address. */
  field: string;
  code: ProblemCode;
  /** What was typed and is wrong, as far as it helps. */
  typed?: string;
  /** The line of the Markdown, from 1. */
  line?: number;
}

export type ProblemCode = 'missing' | 'wrong' | 'unknown';
