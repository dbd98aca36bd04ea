/** Signs between names that somebody may have written into one line. */
export const separators = /[、，,；;]/;

/** The field by which a sender says that each line of a list is one name. */
export function wholeLinesField(field: string): string {
  return `whole.${field}`;
}
