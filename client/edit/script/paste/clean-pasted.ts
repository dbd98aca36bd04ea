import type { Element, ElementContent, Root, RootContent } from 'hast';
import { cleanTable } from './clean-table.ts';
import { anElement, hasClass, styleOf } from './styles.ts';
import { takeMark, withWordLists } from './word-lists.ts';

/** Elements that are lost with all that is in them. */
const lost =
  /^(?:style|script|meta|link|title|head|xml|base|template|noscript|iframe|object|embed|audio|video|canvas|svg|math|img|picture|input|select|textarea|button|colgroup|caption)$/;

/** Changes what a program has put on the clipboard into plain, nested HTML. */
export function cleanPasted(root: Root, origin: string): void {
  root.children = cleanAll(root.children, { origin, marks: [] });
}

type Mark = 'strong' | 'em' | 'del';

interface Place {
  origin: string;
  /** Marks of the words around, which are not marked twice. The words of a heading are strong by themselves. */
  marks: readonly Mark[];
}

function cleanAll(nodes: readonly RootContent[], place: Place): ElementContent[] {
  const children = nodes.filter((node) => node.type === 'element' || node.type === 'text');
  return merged(withWordLists(children).flatMap((node) => clean(node, place)));
}

function clean(node: ElementContent, place: Place): ElementContent[] {
  // Blanks that cannot break, with which programs fill lines.
  if (node.type === 'text') return [{ ...node, value: node.value.replace(/\u00A0/g, ' ') }];
  if (node.type !== 'element') return [];
  const { tagName } = node;
  if (lost.test(tagName) || isHidden(node) || hasClass(node, /^Apple-interchange-newline$/)) return [];
  const isTitle = hasClass(node, /^MsoTitle$/);
  const isHeading = isTitle || /^h[1-6]$/.test(tagName);
  if (isHeading) takeMark(node);
  const marks = marksOf(node).filter(
    (mark) => !place.marks.includes(mark) && !(isHeading && mark === 'strong'),
  );
  const isStrong = isHeading || tagName === 'th';
  const around = [...place.marks, ...marks, ...(isStrong ? (['strong'] as const) : [])];
  let children = cleanAll(node.children, { ...place, marks: around });
  for (const mark of marks) children = marked(mark, children);
  if (isTitle) return [anElement('h1', children)];
  switch (tagName) {
    case 'a':
      return linked(node, children, place.origin);
    case 'ul':
    case 'ol':
      return [anElement(tagName, withNestedLists(children), startOf(node))];
    case 'table':
      return cleanTable({ ...node, children });
    case 'p':
    case 'div':
      return split(tagName, children);
    default:
      // Words with a mark of their own, and elements of Office such as o:p.
      if (inLine.test(tagName)) return children;
      return [{ ...node, children, properties: kept(node) }];
  }
}

const inLine = /^(?:b|strong|i|em|s|strike|del|span|font)$|:/;

function isHidden(element: Element): boolean {
  return styleOf(element, 'display') === 'none' || styleOf(element, 'mso-hide') === 'all';
}

/** Marks that an element or its style stands for. Documents of Google are within a `b` that is not bold. */
function marksOf(element: Element): Mark[] {
  const { tagName } = element;
  const weight = styleOf(element, 'font-weight');
  const style = styleOf(element, 'font-style');
  const isBold = /^(?:bold|[6-9]00)/.test(weight) || (/^(?:b|strong)$/.test(tagName) && weight === '');
  const isItalic = /^(?:italic|oblique)/.test(style) || (/^(?:i|em)$/.test(tagName) && style === '');
  const isStruck =
    /^(?:s|strike|del)$/.test(tagName) || /line-through/.test(styleOf(element, 'text-decoration(?:-line)?'));
  return [
    ...(isBold ? ['strong' as const] : []),
    ...(isItalic ? ['em' as const] : []),
    ...(isStruck ? ['del' as const] : []),
  ];
}

const block = /^(?:p|div|ul|ol|li|h[1-6]|blockquote|section|article|header|footer|main|center)$/;

/** Marks words, those of blocks in each of them, with the blanks at their ends outside. */
function marked(mark: Mark, nodes: ElementContent[]): ElementContent[] {
  if (nodes.some(isBlock))
    return nodes.map((node) => (isBlock(node) ? { ...node, children: marked(mark, node.children) } : node));
  const words = [...nodes];
  const before = words[0]?.type === 'text' ? (/^\s+/.exec(words[0].value)?.[0] ?? '') : '';
  if (words[0]?.type === 'text') words[0] = { ...words[0], value: words[0].value.trimStart() };
  const last = words.at(-1);
  const after = last?.type === 'text' ? last.value.slice(last.value.trimEnd().length) : '';
  if (last?.type === 'text') words[words.length - 1] = { ...last, value: last.value.trimEnd() };
  if (
    words.every((node) =>
      node.type === 'text' ? node.value === '' : node.type === 'element' && node.tagName === 'br',
    )
  )
    return nodes;
  return [...blank(before), anElement(mark, words), ...blank(after)];
}

function isBlock(node: ElementContent): node is Element {
  return node.type === 'element' && block.test(node.tagName);
}

function blank(value: string): ElementContent[] {
  return value === '' ? [] : [{ type: 'text', value }];
}

/** Words that follow each other and are marked alike, or not at all, are one. */
function merged(nodes: readonly ElementContent[]): ElementContent[] {
  const made: ElementContent[] = [];
  for (const node of nodes) {
    const last = made.at(-1);
    const isMore =
      node.type === 'element' &&
      last?.type === 'element' &&
      last.tagName === node.tagName &&
      /^(?:strong|em|del)$/.test(node.tagName);
    if (node.type === 'text' && last?.type === 'text')
      made[made.length - 1] = { ...last, value: last.value + node.value };
    else if (isMore)
      made[made.length - 1] = { ...last, children: merged([...last.children, ...node.children]) };
    else made.push(node);
  }
  return made;
}

/** Links to places in the other document, and to files of its computer, are words here. */
function linked(element: Element, children: ElementContent[], origin: string): ElementContent[] {
  const href = String(element.properties['href'] ?? '').trim();
  if (/^(?:mailto|tel):/i.test(href)) return [anElement('a', children, { href })];
  const meant = /^https?:/i.test(href) ? meantAddress(href, origin) : null;
  return meant === null ? children : [anElement('a', children, { href: meant })];
}

/** Mail and documents of Google lead by way of an address of their own; pages of this site are named by their path. */
function meantAddress(href: string, origin: string): string | null {
  try {
    const url = new URL(href);
    const behind = /^(?:www\.)?google\.com$/.test(url.hostname) && url.pathname === '/url';
    const meant = new URL((behind && url.searchParams.get('q')) || href);
    if (!/^https?:$/.test(meant.protocol)) return null;
    return meant.origin === origin ? meant.pathname + meant.search + meant.hash : meant.href;
  } catch {
    return null;
  }
}

/** A list that stands between items belongs to the one before it. */
function withNestedLists(children: readonly ElementContent[]): ElementContent[] {
  const items: Element[] = [];
  for (const child of children) {
    if (child.type !== 'element') continue;
    const last = items.at(-1);
    if (child.tagName === 'li') items.push(child);
    else if (last) last.children.push(child);
    else items.push(anElement('li', [child]));
  }
  return items;
}

function startOf({ properties }: Element): Element['properties'] {
  const { start } = properties;
  return start === undefined ? {} : { start };
}

/** Two line breaks part paragraphs. */
function split(tagName: string, children: ElementContent[]): ElementContent[] {
  const parts: ElementContent[][] = [[]];
  let breaks: ElementContent[] = [];
  for (const child of children) {
    const isBreak = child.type === 'element' && child.tagName === 'br';
    if (isBreak) breaks.push(child);
    else if (breaks.length > 0 && child.type === 'text' && child.value.trim() === '') continue;
    else {
      if (breaks.length > 1) parts.push([child]);
      else parts.at(-1)?.push(...breaks, child);
      breaks = [];
    }
  }
  if (parts.flat().length === 0) return [];
  return parts.length === 1 ? [anElement(tagName, children)] : parts.map((part) => anElement('p', part));
}

/** Attributes that Markdown has a mark for. */
function kept({ properties }: Element): Element['properties'] {
  const { colSpan, rowSpan, align } = properties;
  return Object.fromEntries(
    Object.entries({ colSpan, rowSpan, align }).filter(([, value]) => value !== undefined),
  );
}
