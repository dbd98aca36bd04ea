/** Address that calls a number as people write it; an extension follows after a pause. */
export function telephoneAddress(number: string): string {
  const [main = '', extension] = number.split(/#|ext\.?|分機/i);
  const digits = main.replace(/(?!^\+)\D/g, '');
  return extension === undefined ? `tel:${digits}` : `tel:${digits},${extension.trim()}`;
}
