import type { EditField } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import type { FieldProblem } from './find-problems.ts';

/** Characters of one field, or one cell of a row. The longest that can be published has 500. */
export const maxFieldCharacters = 10_000;

/** Characters of the Markdown. A page made of a longer one would hold the event loop for more than 50 ms. */
export const maxBodyCharacters = 120_000;

/** Characters of all rows of a field. The 200 values of a product that a form has room for have 120,000. */
export const maxRowsCharacters = 150_000;

/** Lines of one field. The longest list that can be published has 30. */
export const maxFieldLines = 500;

/**
 * Finds fields that are larger than anything that is ever published. A draft may be incomplete and wrong, but every page
 * of the edit area, preview and export meets it again: 100,000 tags took 6 s to save and 2 s to open.
 */
export function findOversized(fields: readonly EditField[], { values, body }: FormContent): FieldProblem[] {
  const names = fields.flatMap(({ name }) => {
    const value = values[name] ?? '';
    const texts = typeof value === 'string' ? [value] : value.flatMap((row) => Object.values(row));
    const total = texts.reduce((sum, text) => sum + text.length, 0);
    return texts.some(isOversized) || total > maxRowsCharacters ? [name] : [];
  });
  if (body.length > maxBodyCharacters) names.push('body');
  return names.map((field) => ({ field, code: 'oversized' }));
}

function isOversized(text: string): boolean {
  return text.length > maxFieldCharacters || text.split('\n', maxFieldLines + 1).length > maxFieldLines;
}
