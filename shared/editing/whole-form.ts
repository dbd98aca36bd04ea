/**
 * Name of the last field of each form in the edit area. A truncated page has a form without it: storing that would
 * empty the fields after the cut.
 */
export const wholeFormField = 'whole';

/** The field by which a sender says that each line of a list is one name. */
export function wholeLinesField(field: string): string {
  return `whole.${field}`;
}
