import type { MarkedText } from '#shared/payload/search-payload.ts';

/** A text with the places that were looked for. */
export function Marked({ text }: { text: MarkedText }) {
  return text.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}
