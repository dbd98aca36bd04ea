/** The published types are for markdown-it 14, which had no types of its own. */
declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';

  export default function footnote(markdown: MarkdownIt): void;
}
