import type { Element, ElementContent } from 'hast';
import { anElement } from './styles.ts';

/** A table for Markdown: its first row is its head, and each cell has a single line. One that only places things is left out. */
export function cleanTable(table: Element): ElementContent[] {
  const rows = rowsOf(table);
  const cells = rows.map(({ children }) => children.filter(isCell));
  const isForPlace = Math.max(0, ...cells.map(({ length }) => length)) < 2 || cells.flat().some(holdsTable);
  if (isForPlace) return cells.flat().flatMap(({ children }) => children);
  return [
    anElement('table', [
      anElement('thead', [row(cells[0] ?? [], 'th')]),
      anElement(
        'tbody',
        cells.slice(1).map((cellsOfRow) => row(cellsOfRow, 'td')),
      ),
    ]),
  ];
}

function rowsOf({ children }: Element): Element[] {
  return children.flatMap((child) => {
    if (child.type !== 'element') return [];
    if (child.tagName === 'tr') return [child];
    return /^t(?:head|body|foot)$/.test(child.tagName) ? rowsOf(child) : [];
  });
}

function isCell(node: ElementContent): node is Element {
  return node.type === 'element' && /^t[dh]$/.test(node.tagName);
}

function holdsTable({ children }: Element): boolean {
  return children.some(
    (child) => child.type === 'element' && (child.tagName === 'table' || holdsTable(child)),
  );
}

function row(cells: readonly Element[], tagName: 'td' | 'th'): Element {
  return anElement(
    'tr',
    cells.map(({ children, properties }) => {
      const words = inLine(children);
      return anElement(tagName, tagName === 'th' ? words.flatMap(plain) : words, properties);
    }),
  );
}

/** The words of a head are strong by themselves. */
function plain(node: ElementContent): ElementContent[] {
  return node.type === 'element' && node.tagName === 'strong' ? node.children : [node];
}

const block = /^(?:p|div|ul|ol|li|h[1-6]|blockquote|pre)$/;

/** Words of blocks with line breaks between them. */
function inLine(nodes: readonly ElementContent[]): ElementContent[] {
  const made: ElementContent[] = [];
  for (const node of nodes) {
    const isBlock = node.type === 'element' && block.test(node.tagName);
    const content = isBlock ? inLine(node.children) : [node];
    const isBlank = content.every((child) => child.type === 'text' && child.value.trim() === '');
    if (isBlock && isBlank) continue;
    if (isBlock && made.some((child) => child.type !== 'text' || child.value.trim() !== ''))
      made.push(anElement('br', []));
    made.push(...content);
  }
  return made;
}
