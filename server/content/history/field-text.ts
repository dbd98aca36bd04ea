/** Value of a field as text, with a line for each item of a list. Empty where it is missing. */
export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Map) return Array.from(value, rowText).join('\n');
  if (Array.isArray(value)) return value.map(rowText).join('\n');
  if (typeof value === 'object') return Object.values(value).map(fieldText).join(' · ');
  return String(value);
}

function rowText(row: unknown): string {
  return Array.isArray(row) ? row.map(fieldText).join(' · ') : fieldText(row);
}
