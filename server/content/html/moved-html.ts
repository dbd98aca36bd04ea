import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { writtenByCallouts } from '../markdown/callouts.ts';
import { writtenByHighlighting } from '../markdown/highlight-code.ts';
import { htmlElements, type WrittenElements } from './html-elements.ts';
import { parseHtml } from './parse-html.ts';

const heading = ['id', 'class'];

/**
 * Elements of plain Markdown, notes, tables and figures. Other elements of the renderer are defined beside the code
 * that writes them.
 */
const ofMarkdown: WrittenElements = {
  p: [],
  strong: [],
  em: [],
  s: [],
  pre: [],
  blockquote: [],
  hr: [],
  ul: [],
  br: [],
  figure: [],
  figcaption: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  a: ['href', 'title', 'rel', 'id', 'class'],
  code: ['class'],
  div: ['class'],
  img: ['src', 'alt', 'loading', 'decoding'],
  li: ['id', 'class'],
  ol: ['start'],
  section: ['class'],
  sup: ['class'],
  td: ['class'],
  th: ['class'],
  video: Object.keys(htmlElements.get('video')?.given ?? {}),
  audio: Object.keys(htmlElements.get('audio')?.given ?? {}),
};

const written = new Map<string, Set<string>>();
for (const elements of [ofMarkdown, writtenByHighlighting, writtenByCallouts]) {
  for (const [name, attributes] of Object.entries(elements))
    written.set(name, new Set([...(written.get(name) ?? []), ...attributes]));
}

/**
 * Last check, which trusts nothing before it: the HTML is parsed like in a browser, and each element and attribute of
 * the result must be in a closed list, and stand where its tags stand. A browser's moves, additions and omissions turn
 * harmless HTML into something else (mutation), and make a page differ from React's tree. Returns the name of the first
 * other element; null when there is none.
 */
export function findMovedHtml(html: string): string | null {
  const parsed = eventsOf(parseFragment(html));
  for (const event of writtenEvents(html)) {
    const { value: found } = parsed.next();
    if (found?.what !== event.what) return found?.name || event.name;
    if (event.isUnknown) return event.name;
  }
  const { value: more } = parsed.next();
  return more?.name ?? null;
}

interface Event {
  /** The tag with its attributes, or the text. */
  what: string;
  /** The element, or the one before the text. */
  name: string;
  isUnknown?: boolean;
}

const voidElements: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img']);

function* writtenEvents(html: string): Generator<Event> {
  let name = '';
  for (const piece of parseHtml(html)) {
    if (piece.kind === 'text') yield { what: `text ${piece.text}`, name };
    else if (piece.kind === 'other') yield { what: piece.typed, name, isUnknown: true };
    else {
      ({ name } = piece);
      yield { ...piece, what: whatOf(piece.kind, name, piece.attributes), isUnknown: !isKnown(piece) };
    }
  }
}

function isKnown({ name, attributes }: { name: string; attributes: [string, string][] }): boolean {
  const ofRenderer = written.get(name);
  const element = htmlElements.get(name);
  if (!ofRenderer && !element) return false;
  return attributes.every(
    ([attribute, value]) =>
      ofRenderer?.has(attribute) ||
      (element && Object.hasOwn(element.attributes, attribute) && element.attributes[attribute]?.(value)),
  );
}

type Node = DefaultTreeAdapterTypes.ChildNode;

function* eventsOf({ childNodes }: DefaultTreeAdapterTypes.DocumentFragment): Generator<Event, undefined> {
  // By a stack of our own: the depth of a text is not ours to choose.
  const rest: (Node | Event)[] = childNodes.toReversed();
  let name = '';
  for (let next = rest.pop(); next; next = rest.pop()) {
    if ('what' in next) yield next;
    else if ('value' in next) yield { what: `text ${next.value}`, name };
    else if ('tagName' in next) {
      name = next.tagName;
      const attributes = next.attrs.map(({ name, value }): [string, string] => [name, value]);
      yield { what: whatOf('open', name, attributes), name };
      if (voidElements.has(name)) continue;
      rest.push({ what: whatOf('close', name, []), name });
      for (const child of next.childNodes.toReversed()) rest.push(child);
    } else yield { what: next.nodeName, name, isUnknown: true };
  }
}

function whatOf(kind: 'open' | 'close', name: string, attributes: readonly [string, string][]): string {
  return JSON.stringify([kind, name, attributes]);
}
