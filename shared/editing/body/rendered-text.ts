/** Answer of `/edit/render`: a text as its page will show it. */
export interface RenderedText {
  html: string;
  /** Line of the text, from 0, in which each element at the top of the HTML begins. */
  lines: number[];
}

export function isRenderedText(value: unknown): value is RenderedText {
  if (typeof value !== 'object' || value === null || !('html' in value) || !('lines' in value)) return false;
  return typeof value.html === 'string' && Array.isArray(value.lines) && value.lines.every(Number.isInteger);
}
