import type { Element, ElementContent, Nodes } from 'hast';
import { anElement, styleOf } from './styles.ts';

interface ListParagraph {
  element: Element;
  level: number;
  isOrdered: boolean;
}

/**
 * Makes lists of the paragraphs that Word marks by a style such as `mso-list: l0 level2 lfo1`, with the bullet or number
 * as a text before each.
 */
export function withWordLists(children: readonly ElementContent[]): ElementContent[] {
  const made: ElementContent[] = [];
  let items: ListParagraph[] = [];
  const endList = () => {
    if (items.length > 0) made.push(...nested(items));
    items = [];
  };
  for (const child of children) {
    const item = child.type === 'element' ? listParagraph(child) : null;
    if (item) items.push(item);
    else if (items.length === 0 || child.type !== 'text' || child.value.trim() !== '') {
      endList();
      made.push(child);
    }
  }
  endList();
  return made;
}

function listParagraph(element: Element): ListParagraph | null {
  const [, level] = /\blevel(\d)/.exec(styleOf(element, 'mso-list')) ?? [];
  if (level === undefined || element.tagName !== 'p') return null;
  const mark = wordsOf(takeMark(element)).trim();
  return { element, level: Number(level), isOrdered: ordered.test(mark) };
}

/** A number, letters or Han digits with a point, a bracket or a comma after them. */
const ordered = /^[(\uFF08]?(?:\d+|[a-z]{1,4}|\p{Script=Han}{1,3})[.)\uFF09\uFF0E\u3001]/iu;

/** Removes the bullet or number from an element. Returns it. */
export function takeMark(element: Element): ElementContent[] {
  for (const [index, child] of element.children.entries()) {
    if (child.type !== 'element') continue;
    if (styleOf(child, 'mso-list') === 'ignore') {
      element.children.splice(index, 1);
      return [child];
    }
    const mark = takeMark(child);
    if (mark.length > 0) return mark;
  }
  return [];
}

function wordsOf(nodes: readonly Nodes[]): string {
  return nodes
    .map((node) => (node.type === 'text' ? node.value : 'children' in node ? wordsOf(node.children) : ''))
    .join('');
}

/** Items of the first level as a list, with deeper ones in the item before them. Of another kind they are another list. */
function nested(items: readonly ListParagraph[]): Element[] {
  const [first] = items;
  if (!first) return [];
  const lists: Element[] = [];
  let rest = [...items];
  for (let [head] = rest; head; [head] = rest) {
    const after = rest.slice(1).findIndex(({ level }) => level <= first.level);
    const deeper = rest.slice(1, after === -1 ? rest.length : after + 1);
    rest = rest.slice(1 + deeper.length);
    const item = anElement('li', [...head.element.children, ...nested(deeper)]);
    const tagName = head.isOrdered ? 'ol' : 'ul';
    const last = lists.at(-1);
    if (last?.tagName === tagName) last.children.push(item);
    else lists.push(anElement(tagName, [item]));
  }
  return lists;
}
