import type { Token } from 'markdown-it';

/**
 * Characters of scripts that are written without spaces: Han, kana, bopomofo and Yi with their punctuation, full-width forms
 * and emoji. Hangul is as wide, and has spaces between its words.
 */
const wide = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{Script=Yi}\u3000-\u303F\u3200-\u33FF\uFF01-\uFF60\uFFE0-\uFFE6\p{Emoji_Presentation}]--\p{Script=Hangul}]`;
/** Punctuation that Chinese and Latin share, such as —— and ……: the character on the other side says which it is here. */
const shared = String.raw`[\u2013-\u2015\u2018\u2019\u201C\u201D\u2022\u2025-\u2027\u2103\u22EF\u2460-\u2500]`;
/** Variants, accents and signs that cannot be seen, such as U+200B. Bounded, or a thousand of them would take a second. */
const unseen = String.raw`[\p{M}\p{Cf}]{0,8}`;
/** A blank line parts paragraphs, and stays. */
const lineBreak = String.raw`[ \t]*\n[ \t]*`;

const betweenWide = new RegExp(
  `(?<=${wide}${unseen})${lineBreak}(?=${unseen}(?:${wide}|${shared}))|(?<=${shared}${unseen})${lineBreak}(?=${unseen}${wide})`,
  'gv',
);

/** A line break shows as a space, which does not belong between two characters of a script without spaces. */
export function joinWideLines(text: string): string {
  return text.includes('\n') ? text.replaceAll(betweenWide, '') : text;
}

/** Joins the lines of a parsed text, whatever elements begin or end at a break. */
export function joinWideTokens(tokens: readonly Token[]): void {
  for (const token of tokens)
    if (token.type === 'inline') token.children = joinChildren(token.children ?? []);
}

function joinChildren(children: readonly Token[]): Token[] {
  const removed = new Set<Token>();
  const words = new Line();
  /** Ruby stands beside the words, on a line of its own. */
  let annotation = new Line();
  let annotations = 0;
  for (const child of children) {
    const { type, tag, nesting } = child;
    const line = annotations > 0 ? annotation : words;
    if (type === 'softbreak') line.meetBreak(() => void removed.add(child));
    else if (type === 'text') readText(line, child);
    else if (type === 'code_inline') line.read(child.content);
    else if (type === 'html_element' && (tag === 'rt' || tag === 'rp')) {
      if (annotations === 0) annotation = new Line();
      annotations += nesting;
    } else if (type === 'hardbreak' || type === 'image' || tag === 'br') line.end();
    if (type === 'image') child.children = joinChildren(child.children ?? []);
    joinTitle(child);
  }
  return removed.size === 0 ? [...children] : children.filter((child) => !removed.has(child));
}

/** Breaks of Markdown are tokens of their own; in a block of HTML they stand in the text. */
function readText(line: Line, token: Token): void {
  token.content = joinWideLines(token.content);
  const leading = /^[ \t\n]*/.exec(token.content)?.[0] ?? '';
  if (leading.includes('\n'))
    line.meetBreak(() => void (token.content = token.content.slice(leading.length)));
  const rest = token.content.slice(leading.includes('\n') ? leading.length : 0);
  const words = withoutBlanks(rest);
  line.read(words);
  if (rest.includes('\n', words.length))
    line.meetBreak(() => void (token.content = withoutBlanks(token.content)));
}

/** The text up to its last character that is no blank; full-width blanks are meant. */
function withoutBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && /[ \t\n]/.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

function joinTitle(token: Token): void {
  const title = token.type === 'image' || token.type === 'link_open' ? token.attrGet('title') : null;
  if (title !== null) token.attrSet('title', joinWideLines(String(title)));
}

/** Longer than a character with the accents around it. */
const around = 24;

class Line {
  #before = '';
  #breaks: (() => void)[] = [];

  meetBreak(remove: () => void): void {
    this.#breaks.push(remove);
  }

  read(text: string): void {
    if (text === '') return;
    if (this.#breaks.length > 0) {
      const lines = `${this.#before}\n${text.slice(0, around)}`;
      if (joinWideLines(lines) !== lines) for (const remove of this.#breaks) remove();
      this.#breaks = [];
    }
    this.#before = `${this.#before}${text}`.slice(-around);
  }

  /** After a picture or a line break that is meant. */
  end(): void {
    this.#before = '';
    this.#breaks = [];
  }
}
