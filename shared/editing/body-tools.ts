/** Ids of the Markdown field and of what its script uses beside it. */
export const bodyIds = {
  field: 'f-body',
  toolbar: 'body-tools',
  count: 'body-count',
  preview: 'body-preview',
  note: 'body-note',
  uploads: 'body-uploads',
};

/**
 * Tools of the Markdown field in their order. `keys` are pressed with the Control key, on devices of Apple with the
 * Command key. The words of a tool are in `writingTexts.tools`.
 */
export const bodyTools = [
  { name: 'bold', keys: 'B' },
  { name: 'emphasis', keys: 'I' },
  { name: 'heading', keys: 'Alt+2' },
  { name: 'list', keys: 'Shift+8' },
  { name: 'numbers', keys: 'Shift+7' },
  { name: 'quote', keys: 'Shift+9' },
  { name: 'callout', keys: '' },
  { name: 'link', keys: 'K' },
  { name: 'footnote', keys: 'Alt+F' },
  { name: 'table', keys: '' },
  { name: 'ruby', keys: '' },
] as const;

export type BodyTool = (typeof bodyTools)[number]['name'];

/** Tools that open a dialog of things to choose from: `what` is a `PickKind`. */
export const bodyPicks = [
  { name: 'picture', what: 'pictures' },
  { name: 'product', what: 'products' },
  { name: 'page', what: 'links' },
] as const;
