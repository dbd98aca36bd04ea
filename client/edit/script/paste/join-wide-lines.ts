import type { Nodes, Root, Text } from 'hast';

/** Characters of scripts without spaces, and their punctuation. */
const wide = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303F\uFF01-\uFF60]`;
const endsWide = new RegExp(`${wide}$`, 'u');
const beginsWide = new RegExp(`^${wide}`, 'u');
const within = new RegExp(`(${wide})[ \\t]*\\r?\\n\\s*(?=${wide})`, 'gu');

/** Removes the line breaks that programs write into the HTML of Chinese text, where each would become a space. */
export function joinWideLines(root: Root): void {
  const texts = [...textsIn(root)];
  const words = texts.map(({ value }) => value.trim());
  const before = nearest(words, 1);
  const after = nearest(words, -1);
  for (const [index, text] of texts.entries()) {
    const { value } = text;
    const own = words[index] ?? '';
    const lead = value.slice(0, value.length - value.trimStart().length);
    const trail = own === '' ? '' : value.slice(value.trimEnd().length);
    const next = after[index] ?? '';
    const isLeadLost = lead.includes('\n') && isWide(before[index] ?? '', own || next);
    const isTrailLost = trail.includes('\n') && isWide(own, next);
    text.value = (isLeadLost ? '' : lead) + own.replace(within, '$1') + (isTrailLost ? '' : trail);
  }
}

/** For each text the words before it, or after it where the step leads back. */
function nearest(words: readonly string[], step: 1 | -1): string[] {
  const beside: string[] = [];
  let last = '';
  for (let at = step === 1 ? 0 : words.length - 1; at in words; at += step) {
    beside[at] = last;
    last = words[at] || last;
  }
  return beside;
}

function isWide(before: string, after: string): boolean {
  return endsWide.test(before) && beginsWide.test(after);
}

function* textsIn(node: Nodes): Generator<Text> {
  if (node.type === 'text') yield node;
  if (!('children' in node) || (node.type === 'element' && node.tagName === 'pre')) return;
  for (const child of node.children) yield* textsIn(child);
}
