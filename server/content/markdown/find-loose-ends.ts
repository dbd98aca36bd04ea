import type { MarkdownIt, Token } from 'markdown-it';
import type { Refused } from '../html/find-refused.ts';

/** A line such as `[^note]: its text` or `[name]: /address`. */
interface Definition {
  /** `[^note]` or `[name]`. */
  typed: string;
  /** The line of the body, from 1. */
  line: number;
  /** The name by which others refer to it, in one spelling. */
  label: string;
}

/** State of the footnote package while it reads a text. */
interface Footnotes {
  /** The place in `list` by the label after a colon; -1 when nothing refers to the note. */
  refs?: Record<string, number>;
  /** Notes that are written within a line have tokens of their own. */
  list?: { tokens?: Token[] }[];
}

/** Finds notes and addresses that no reader would see: unused ones, and second definitions of the same name. */
export function watchLooseEnds(markdown: MarkdownIt, onFound: (looseEnds: Refused[]) => void): void {
  let notes: Definition[] = [];
  let addresses: Definition[] = [];
  markdown.core.ruler.before('block', 'begin_definitions', () => void (notes = []));
  // The tokens of a note lack its line, so it is noted for each line just before the rule that makes them.
  markdown.block.ruler.before(
    'footnote_def',
    'note_definitions',
    ({ src, bMarks, tShift }, line, _end, isSilent) => {
      noteDefinition.lastIndex = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
      const label = isSilent ? undefined : noteDefinition.exec(src)?.[1];
      if (label !== undefined) notes.push({ typed: `[^${label}]`, line: line + 1, label });
      return false;
    },
    { alt: ['paragraph', 'reference'] },
  );
  markdown.core.ruler.before('strip_references', 'address_definitions', ({ tokens, src }) => {
    addresses = findAddresses(tokens, src);
  });
  // While the notes that nothing refers to are still there, with the links in them.
  markdown.core.ruler.after('inline', 'loose_ends', ({ tokens, env }) => {
    const { refs = {}, list = [] } = (env as { footnotes?: Footnotes }).footnotes ?? {};
    const used = new Set(usedLabels([...tokens, ...list.flatMap((note) => note.tokens ?? [])]));
    // Except for Markdown's form of a comment: `[//]: # (to be checked)`.
    const real = addresses.filter(({ label }) => env.references?.[label]?.href !== '#');
    onFound([
      ...looseEnds(notes, 'unused-note', (label) => (refs[`:${label}`] ?? -1) >= 0),
      ...looseEnds(real, 'unused-address', (label) => used.has(label)),
    ]);
  });
}

/** Nothing that a reader would see is lost. */
export function isHarmless(reason: Refused['reason']): boolean {
  return reason === 'unused-note' || reason === 'unused-address';
}

/** The beginning of a note as the package for footnotes reads it. */
const noteDefinition = /\[\^([^ \]\n]+)\]:/y;
const addressDefinition = /\[(?:\\.|[^\]\\])*\]:/;

function findAddresses(tokens: readonly Token[], source: string): Definition[] {
  const definitions = tokens.filter((token) => token.type === 'reference_definition');
  if (definitions.length === 0) return [];
  const lines = source.split('\n');
  return definitions.map((token) => {
    const line = token.map?.[0] ?? 0;
    const label = labelOf(token);
    const typed = addressDefinition.exec(lines[line] ?? '')?.[0].slice(0, -1) ?? `[${label}]`;
    return { typed, line: line + 1, label };
  });
}

function* usedLabels(tokens: readonly Token[]): Generator<string> {
  for (const token of tokens) {
    if (token.type === 'link_open' || token.type === 'image') yield labelOf(token);
    if (token.children) yield* usedLabels(token.children);
  }
}

function labelOf(token: Token): string {
  return String(token.meta?.['label'] ?? '');
}

function looseEnds(
  definitions: readonly Definition[],
  unused: 'unused-note' | 'unused-address',
  isUsed: (label: string) => boolean,
): Refused[] {
  const seen = new Set<string>();
  return definitions.flatMap(({ typed, line, label }): Refused[] => {
    if (seen.has(label)) return [{ path: typed, line, reason: 'second-definition' }];
    seen.add(label);
    return isUsed(label) ? [] : [{ path: typed, line, reason: unused }];
  });
}
