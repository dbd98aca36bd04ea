import type { Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toMdast, type Handle } from 'hast-util-to-mdast';
import type { Nodes } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown, type Options } from 'mdast-util-to-markdown';
import { cjkFriendlyToMarkdown } from 'mdast-util-to-markdown-cjk-friendly';
import { cleanPasted } from './clean-pasted.ts';
import { joinWideLines } from './join-wide-lines.ts';

/**
 * Makes Markdown of what another program has put on the clipboard. Headings, lists, links, tables and emphasis stay,
 * the rest is lost. Null where plain text says the same. Parsed without a document: nothing of it is loaded or run.
 */
export function htmlToMarkdown(html: string, origin: string): string | null {
  const root = fromHtml(html, { fragment: true });
  if (isCode(root)) return null;
  cleanPasted(root, origin);
  joinWideLines(root);
  const tree = toMdast(root, { handlers });
  if (!saysMoreThanText(tree)) return null;
  tidyLists(tree);
  shiftHeadings(tree);
  return toMarkdown(tree, options).trim();
}

const options: Options = {
  bullet: '-',
  emphasis: '*',
  rule: '-',
  fences: true,
  listItemIndent: 'one',
  // An address in angle brackets would look like HTML.
  resourceLink: true,
  extensions: [
    gfmTableToMarkdown({ tablePipeAlign: false }),
    gfmStrikethroughToMarkdown(),
    cjkFriendlyToMarkdown(),
  ],
  handlers: {
    break: (_node, _parent, state) => {
      if (state.stack.includes('tableCell')) return '<br>';
      return state.stack.includes('headingAtx') ? ' ' : '\\\n';
    },
  },
};

/** Elements without a mark in Markdown that a text may have all the same. */
const asHtml: Handle = (state, element) => [
  { type: 'html', value: `<${element.tagName}>` },
  ...state.all(element),
  { type: 'html', value: `</${element.tagName}>` },
];

/** Elements that would become emphasis or code otherwise. */
const asWords: Handle = (state, element) => state.all(element);

const handlers = {
  ...Object.fromEntries(['ruby', 'rt', 'rp', 'sub', 'sup', 'mark', 'kbd'].map((name) => [name, asHtml])),
  ...Object.fromEntries(['u', 'ins', 'var', 'q'].map((name) => [name, asWords])),
};

/** Editors of code copy each character as it looks; what is typed there may be Markdown already. */
function isCode({ children }: Root): boolean {
  const elements = children.filter((child) => child.type === 'element' && child.tagName !== 'meta');
  return (
    elements.length > 0 &&
    elements.every(
      (child) => 'properties' in child && /white-space:\s*pre/.test(String(child.properties['style'])),
    )
  );
}

function saysMoreThanText(tree: Nodes): boolean {
  if (tree.type !== 'root') return true;
  const nodes = tree.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  const [first] = nodes;
  if (nodes.length === 1 && first?.type === 'paragraph') return first.children.some(isMark);
  return nodes.some(isMark);
}

function isMark({ type }: Nodes): boolean {
  return type !== 'text' && type !== 'break';
}

/** A list has blank lines only where an item has several paragraphs. */
function tidyLists(node: Nodes): void {
  if (!('children' in node)) return;
  for (const child of node.children) tidyLists(child);
  if (node.type === 'listItem')
    node.spread = node.children.filter(({ type }) => type === 'paragraph').length > 1;
  if (node.type === 'list') node.spread = node.children.some(({ spread }) => spread);
}

/** A text has no heading of the first level, which is that of its page. */
function shiftHeadings(tree: Nodes): void {
  if (tree.type !== 'root') return;
  const headings = tree.children.filter((child) => child.type === 'heading');
  if (!headings.some(({ depth }) => depth === 1)) return;
  for (const heading of headings) heading.depth = depths[heading.depth] ?? 6;
}

const depths = [2, 2, 3, 4, 5, 6, 6] as const;
