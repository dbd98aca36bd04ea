import type { Difference } from '#shared/difference.ts';
import { differenceOf } from '../history/differences.ts';
import { mergeTexts, type MergedText, type ThreeTexts } from '../history/merge-texts.ts';
import { createMarkdownRenderer, type RenderedBody } from '../markdown/render-markdown.ts';

/**
 * Work on texts that takes up to a second, so that a server has it done elsewhere (start-content-thread.ts). There it
 * fails with OverloadedError when too much is waiting.
 */
export interface ContentWork {
  /** Renders the Markdown of a body, as an import does. */
  render(source: string): Promise<RenderedBody>;
  /** Does the same for a text that is only looked at: texts to be stored come first. */
  preview(source: string): Promise<RenderedBody>;
  compare(before: string, after: string): Promise<Difference>;
  merge(texts: readonly ThreeTexts[]): Promise<MergedText[]>;
}

/** For commands and tests, in which no other work waits. */
export function contentWorkInProcess(): ContentWork {
  const render = createMarkdownRenderer();
  return {
    render: async (source) => render(source),
    preview: async (source) => render(source),
    compare: async (before, after) => differenceOf(before, after),
    merge: async (texts) => texts.map((three) => mergeTexts(three)),
  };
}
