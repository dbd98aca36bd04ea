/**
 * Name of the last field of each form in the edit area. A page that was cut off on its way is a form without it: to
 * store what came of it would empty the fields after the cut.
 */
export const wholeFormField = 'whole';

/** The field by which a sender says that each line of a list is one name. */
export function wholeLinesField(field: string): string {
  return `whole.${field}`;
}
