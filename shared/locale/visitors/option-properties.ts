/** Properties of schema.org for the usual names of a product's options. */
export const optionProperties: ReadonlyMap<string, string> = new Map([
  ['顏色', 'color'],
  ['顔色', 'color'],
  ['色', 'color'],
  ['尺寸', 'size'],
  ['尺碼', 'size'],
  ['材質', 'material'],
  ['花色', 'pattern'],
]);
