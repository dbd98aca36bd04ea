import type { Token } from 'markdown-it';
import type { Refused } from './find-refused.ts';
import { htmlElements, standsInLine, type HtmlElement } from './html-elements.ts';

interface NestOptions {
  /** Content allowed at the top level. */
  holds: 'words' | 'blocks';
  makeToken: (name: string, nesting: 1 | -1) => Token;
  onRefused: (refused: Refused) => void;
}

/** An open element, and its children so far. */
class Frame {
  /** Its tag is shown as text. */
  isText = false;
  /** Not in the source: browsers put the rows of a table into a `tbody`. */
  isImplied = false;
  /** Forbidden content in it has been reported. */
  isTold = false;
  children = 0;
  readonly names = new Set<string>();
  rank = 0;
  /** A child that must be first or last, and its index. */
  edge: { token: Token; child: number } | null = null;
  readonly token: Token;
  /** Null for nodes opened by Markdown. */
  readonly element: HtmlElement | null;

  constructor(token: Token, element: HtmlElement | null) {
    this.token = token;
    this.element = element;
  }
}

/** Deeper nesting is never needed; browsers, and code that walks through the result, have limits. */
export const maxDepth = 50;

/**
 * Tracks the open nodes at a place of a text: elements of HTML, and nodes opened by Markdown. Each method takes the
 * next token, and returns it with the tags that must be added around it.
 */
export class HtmlNest {
  readonly #options: NestOptions;
  readonly #frames: Frame[] = [];
  #depth = 0;
  /** Number of refused start tags by name, left open or too deep: their end tags are not reported again. */
  readonly #owedEnds = new Map<string, number>();

  constructor(options: NestOptions) {
    this.#options = options;
  }

  tag(token: Token): Token[] {
    const element = htmlElements.get(token.tag);
    if (element) return token.nesting < 0 ? this.#close(token) : this.#open(token, element);
    this.#options.onRefused({ ...unknown(token), line: lineOf(token) });
    return [token];
  }

  /** Adds a token that Markdown opens or closes, or a block without content. */
  markdown(token: Token): Token[] {
    const frames = this.#frames;
    if (token.nesting < 0) {
      const closed = this.#popTo(frames.findLastIndex((frame) => !frame.element) + 1);
      frames.pop();
      return [...closed, token];
    }
    const before = this.#leaveImplied();
    const parent = frames.at(-1);
    if (parent) parent.children += 1;
    const mayHold = this.#options.holds === 'words' || (parent?.element?.holds ?? 'blocks') === 'blocks';
    if (parent && !mayHold)
      this.#tellOf(parent, 'markdown-in-element', lineOf(token.map ? token : parent.token));
    if (token.nesting > 0) frames.push(new Frame(token, null));
    return [...before, token];
  }

  /** Words stand here, between tags of blocks. */
  words(line: number): void {
    const parent = this.#frames.findLast((frame) => !frame.isImplied);
    if (!parent) return;
    parent.children += 1;
    const holds = parent.element?.holds ?? 'blocks';
    if (holds !== 'blocks' && holds !== 'words') this.#tellOf(parent, 'words-in-element', line);
  }

  /** Whether the innermost that is open is this element. */
  isDirectlyIn(name: string): boolean {
    const parent = this.#frames.at(-1);
    return Boolean(parent?.element) && parent?.token.tag === name;
  }

  end(): Token[] {
    return this.#popTo(0);
  }

  #open(token: Token, element: HtmlElement): Token[] {
    if (this.#depth >= maxDepth) {
      this.#refuse('deep-html', token);
      if (token.nesting > 0) this.#owe(token.tag);
      return [token];
    }
    const before = token.tag === 'tr' ? this.#openImplied(token) : this.#leaveImplied();
    const parent = this.#frames.at(-1);
    const isPlaced = this.#mayTake(parent, token, element);
    const within = parent?.element ? { within: parent.token.tag } : {};
    if (!isPlaced) this.#refuse('misplaced-html', token, within);
    // Blocks do not stand in lines: the end tag is reported together with it, wherever it is.
    if (this.#options.holds === 'words' && !standsInLine(token.tag)) {
      this.#owe(token.tag);
      return [token];
    }
    const wrong = findWrongAttributes(token, element);
    for (const mistake of wrong)
      this.#options.onRefused({ ...mistake, line: lineOf(token), within: token.tag });
    if (isPlaced && wrong.length === 0) token.type = 'html_element';
    if (token.nesting > 0) this.#push(token, element).isText = token.type === 'html_tag';
    return [...before, token];
  }

  #close(token: Token): Token[] {
    const before = this.#leaveImplied();
    const frames = this.#frames;
    const at = frames.findLastIndex(({ element, token: { tag } }) => !element || tag === token.tag);
    const frame = frames[at];
    if (!frame?.element) {
      const owed = this.#owedEnds.get(token.tag) ?? 0;
      if (owed > 0) this.#owedEnds.set(token.tag, owed - 1);
      else this.#refuse('unopened-html', token);
      return [...before, token];
    }
    before.push(...this.#popTo(at + 1));
    frames.pop();
    this.#depth -= 1;
    if (!frame.isText) token.type = 'html_element';
    if (token.tag === 'details' && !frame.names.has('summary')) this.#refuse('no-summary', frame.token);
    const { edge, children } = frame;
    if (edge && edge.child > 0 && edge.child < children - 1) this.#refuse('misplaced-html', edge.token);
    return [...before, token];
  }

  /** Counts a child, and finds whether it may stand here. */
  #mayTake(parent: Frame | undefined, token: Token, element: HtmlElement): boolean {
    const mayStand = standsIn(parent, element, this.#options.holds);
    if (!parent) return mayStand;
    const isSecond = element.isOnce === true && parent.names.has(token.tag);
    const isLate =
      (element.isFirst === true && parent.children > 0) || (element.rank ?? parent.rank) < parent.rank;
    if (element.isAtEdge) parent.edge ??= { token, child: parent.children };
    parent.children += 1;
    parent.names.add(token.tag);
    parent.rank = Math.max(parent.rank, element.rank ?? 0);
    return mayStand && !isSecond && !isLate;
  }

  #openImplied(row: Token): Token[] {
    const element = htmlElements.get('tbody');
    if (!element || !this.isDirectlyIn('table')) return [];
    const body = this.#options.makeToken('tbody', 1);
    body.map = row.map;
    if (!this.#mayTake(this.#frames.at(-1), body, element)) return [];
    this.#push(body, element).isImplied = true;
    return [body];
  }

  #leaveImplied(): Token[] {
    return this.#frames.at(-1)?.isImplied ? this.#popTo(this.#frames.length - 1) : [];
  }

  #push(token: Token, element: HtmlElement): Frame {
    const frame = new Frame(token, element);
    this.#frames.push(frame);
    this.#depth += 1;
    return frame;
  }

  /** Removes the open nodes from this index of the stack on; implied ones are closed. */
  #popTo(length: number): Token[] {
    const closed: Token[] = [];
    for (const frame of this.#frames.splice(length).toReversed()) {
      if (frame.element) this.#depth -= 1;
      if (frame.isImplied) closed.push(this.#options.makeToken(frame.token.tag, -1));
      else if (frame.element) {
        frame.token.type = 'html_tag';
        this.#owe(frame.token.tag);
        this.#refuse('unclosed-html', frame.token);
      }
    }
    return closed;
  }

  #owe(name: string): void {
    this.#owedEnds.set(name, (this.#owedEnds.get(name) ?? 0) + 1);
  }

  #tellOf(frame: Frame, reason: Refused['reason'], line: number): void {
    if (!frame.isTold) this.#refuse(reason, frame.token, { line });
    frame.isTold = true;
  }

  #refuse(reason: Refused['reason'], token: Token, more: Partial<Refused> = {}): void {
    const path = token.nesting < 0 ? `</${token.tag}>` : `<${token.tag}>`;
    this.#options.onRefused({ path, line: lineOf(token), reason, ...more });
  }
}

export function lineOf(token: Token): number {
  return (token.map?.[0] ?? 0) + 1;
}

function standsIn(parent: Frame | undefined, { place }: HtmlElement, outside: 'words' | 'blocks'): boolean {
  if (typeof place === 'object') return Boolean(parent?.element) && place.includes(parent?.token.tag ?? '');
  const holds = parent?.element?.holds ?? outside;
  return holds === 'blocks' || (place === 'line' && holds === 'words');
}

function findWrongAttributes(
  { attrs }: Token,
  { attributes, needs = [] }: HtmlElement,
): Pick<Refused, 'path' | 'reason'>[] {
  const missing = needs.filter((name) => !attrs?.some(([typed]) => typed === name));
  const wrong = (attrs ?? []).flatMap(([name, value]): Pick<Refused, 'path' | 'reason'>[] => {
    const isRight = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (!isRight) return [{ path: name, reason: 'html-attribute' }];
    return isRight(String(value)) ? [] : [{ path: `${name}="${value}"`, reason: 'html-value' }];
  });
  return [...wrong, ...missing.map((name) => ({ path: name, reason: 'html-missing' as const }))];
}

/** A tag of an unknown element, a comment and the like, or the beginning of a tag without an end. */
function unknown({ info, content }: Token): Pick<Refused, 'path' | 'reason'> {
  if (info !== '') return { path: `<${info}>`, reason: 'raw-html' };
  const markup = /^<(?:!--|!\[CDATA\[|!doctype\b|\?|!)/i.exec(content)?.[0];
  if (markup !== undefined) return { path: markup, reason: 'raw-html' };
  return { path: /^\S{1,30}/.exec(content)?.[0] ?? content.slice(0, 30), reason: 'endless-html' };
}
