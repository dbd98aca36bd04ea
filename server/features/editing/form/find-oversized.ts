import type { EditField } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import type { FieldProblem } from './find-problems.ts';

/** Characters of one field, or one cell of a row. The longest that can be published has 500. */
export const maxFieldCharacters = 10_000;

/** Characters of the Markdown. A page made of a longer one would hold the event loop for more than 50 ms. */
export const maxBodyCharacters = 120_000;

/** Characters of all rows of a field. The 200 values of a product that a form has room for have 120,000. */
export const maxRowsCharacters = 150_000;

/** Rows of one field. The longest list that can be published has 100. */
export const maxRows = 200;

/** Lines of one field. The longest list that can be published has 100. */
export const maxFieldLines = 500;

/**
 * Finds fields that are larger than anything that is ever published. A draft may be incomplete and wrong, but every page
 * of the edit area, preview and export meets it again: 100,000 tags took 6 s to save and 2 s to open.
 */
export function findOversized(fields: readonly EditField[], { values, body }: FormContent): FieldProblem[] {
  const problems = fields.flatMap(({ name }): FieldProblem[] => {
    const value = values[name] ?? '';
    if (typeof value !== 'string' && value.length > maxRows)
      return [{ field: name, code: 'many', count: value.length, max: maxRows }];
    const texts = typeof value === 'string' ? [value] : value.flatMap((row) => Object.values(row));
    const total = texts.reduce((sum, text) => sum + text.length, 0);
    const isLarge = texts.some(isOversized) || total > maxRowsCharacters;
    return isLarge ? [{ field: name, code: 'oversized' }] : [];
  });
  return body.length > maxBodyCharacters ? [...problems, { field: 'body', code: 'oversized' }] : problems;
}

function isOversized(text: string): boolean {
  return text.length > maxFieldCharacters || text.split('\n', maxFieldLines + 1).length > maxFieldLines;
}
