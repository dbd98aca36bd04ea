/** Field with the day on which a page ends; beside it stands the hour. */
export const endField = 'end';

/** Name of the field with the hour of a time. */
export function hourField(field: string): string {
  return `${field}.time`;
}
