import {
  isAlias,
  isCollection,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
} from 'yaml';
import type * as z from 'zod';
import { ownValue } from '#shared/own-value.ts';
import { describeMistake, reasonOfIssue } from './describe-mistake.ts';
import { findControlsInYaml } from './control-characters.ts';
import { describeControl } from '../html/describe-refused.ts';
import { joinFoldedLines } from './folded-lines.ts';
import { findPlaces, type Places } from './front-matter-places.ts';
import { toValues } from './front-matter-values.ts';
import type { Problem } from './problem.ts';

/** Description of a right value, by the name of the key. */
export type Hints = Readonly<Record<string, string>>;

/** Returns the line of a key, so that later checks can name it too. */
export type LineOf = (...path: (string | number)[]) => number;

export type Parsed<T> = { value: T; lineOf: LineOf } | { problems: Problem[] };

/** The part of a schema that is used here. */
export interface ValueSchema<T> {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly z.core.$ZodIssue[] } };
}

interface Source {
  /** Named in messages. */
  file: string;
  text: string;
  /** The line of the file at which `text` begins. */
  firstLine: number;
}

/** Takes apart `---`, YAML, `---`, and the rest. Null when the file does not begin so. */
export function splitFrontMatter(file: string): { yaml: string; body: string; bodyLine: number } | null {
  const match = /^\uFEFF?---[ \t]*\n([\s\S]*?)(?<=\n)---[ \t]*(?:\n|$)/.exec(file);
  if (!match) return null;
  const head = match[0];
  return { yaml: match[1] ?? '', body: file.slice(head.length), bodyLine: head.split('\n').length };
}

/** Parses YAML and checks it: every problem at its line. */
export function parseYaml<T>(
  { file, text, firstLine }: Source,
  schema: ValueSchema<T>,
  hints: Hints,
): Parsed<T> {
  const lines = new LineCounter();
  // Whether a key stands twice is looked for below: the parser compares each with all before it.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const { places, repeated } = findPlaces(document);
  const lineAt = (offset: number) => firstLine + lines.linePos(offset).line - 1;
  const textLines = text.split('\n');
  const textOf = (line: number) => textLines[line - firstLine] ?? '';

  const controls = findControlsInYaml(document, text).map(({ name, line, column }) => ({
    file,
    line: firstLine + line - 1,
    ...describeControl(name, column),
  }));
  if (controls.length > 0) return { problems: controls };
  const misread = [
    ...errorsAtOpenings(document),
    ...repeated.map((offset) => ({ offset, message: 'Map keys must be unique' })),
    ...findUnmeant(document),
  ];
  if (misread.length > 0) {
    // A single mistake often gives several errors at its place.
    const firstOfLine = new Map(misread.toReversed().map(({ offset, message }) => [lineAt(offset), message]));
    const problems = [...firstOfLine].map(([line, message]) => ({
      file,
      line,
      ...(explainLine(textOf(line), message) ?? {
        wrong: `the YAML cannot be read (${inPlainWords(message)})`,
        right:
          'write one "key: value" a line, and put quotes around a value that contains ": " or begins with a sign',
      }),
    }));
    return { problems };
  }
  keepNumbersAsTyped(document);
  joinFoldedLines(document, text);

  const lineOf: LineOf = (...path) => {
    const offset = places.offsetOf(path);
    return offset === null ? firstLine : lineAt(offset);
  };
  const result = schema.safeParse(toValues(document.toJS({ mapAsMap: true })) ?? {});
  if (result.success) return { value: result.data, lineOf };
  const problems = result.error.issues.flatMap((issue) =>
    describeIssue(issue, { file, places, hints, lineOf, textOf }),
  );
  // A value that breaks two rules is reported once.
  const once = new Map(problems.map((problem) => [`${problem.line} ${problem.wrong}`, problem]));
  return { problems: [...once.values()] };
}

/**
 * Explains mistakes of people who do not know YAML, for which its parser has another message, or one about another
 * line.
 */
function explainLine(line: string, message = ''): Pick<Problem, 'wrong' | 'right'> | null {
  if (/^ *\t/.test(line)) return { wrong: 'the line begins with a tab', right: 'indent it with spaces' };
  const [, key, colon] = /^ *(?:- +)?([\w-]+)(：|:(?=[^ /\d]))/.exec(line) ?? [];
  if (key === undefined)
    return /[:,] +#/.test(line) && /flow map/i.test(message)
      ? {
          wrong: 'what begins with # is a comment',
          right: 'put a value that does in quotes, such as "#9a3412"',
        }
      : null;
  const wrong =
    colon === '：'
      ? `the colon after ${key} is the full-width ：`
      : `no space stands after the colon of ${key}`;
  return { wrong, right: `write "${key}: value", with a half-width colon and a space` };
}

function inPlainWords(message: string): string {
  return /call stack/i.test(message) ? 'it is nested too deeply' : message.replace(/\s+/g, ' ');
}

interface Misread {
  offset: number;
  message: string;
}

/** A quote or bracket that is never closed is noticed at the end of the text: the mistake is where it opens. */
function errorsAtOpenings(document: Document): Misread[] {
  if (document.errors.length === 0) return [];
  const openings: { start: number; end: number }[] = [];
  visit(document, {
    Node(_key, node) {
      const isOpen = isCollection(node) ? node.flow : isScalar(node) && node.type?.startsWith('QUOTE');
      if (isOpen && node.range) openings.push({ start: node.range[0], end: node.range[1] });
    },
  });
  openings.sort((a, b) => a.start - b.start);
  // Both from the first to the last, once: there may be thousands of each.
  const around: typeof openings = [];
  let next = 0;
  const inOrder = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  return inOrder.map(({ pos: [offset], message }) => {
    for (let opening = openings[next]; opening && opening.start < offset; opening = openings[(next += 1)])
      around.push(opening);
    while ((around.at(-1)?.end ?? offset) < offset) around.pop();
    return { offset: around.at(-1)?.start ?? offset, message };
  });
}

/** Tags, anchors and aliases: content never needs them, and `title: *重點*` or `!重要` is meant as text. */
function findUnmeant(document: Document): Misread[] {
  const unmeant: Misread[] = [];
  visit(document, (_key, node) => {
    if (!isNode(node)) return;
    const sign = isAlias(node) ? '*' : node.anchor ? '&' : node.tag?.startsWith('!') ? '!' : null;
    if (sign !== null) unmeant.push({ offset: node.range?.[0] ?? 0, message: `a value begins with ${sign}` });
  });
  return unmeant;
}

/** `007`, `1.10` and `1e3` would become other texts. */
function keepNumbersAsTyped(document: Document): void {
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'number' && node.source !== undefined && node.source !== String(node.value)) {
        node.value = node.source;
      }
    },
  });
}

interface CheckedFile {
  file: string;
  places: Places;
  hints: Hints;
  lineOf: LineOf;
  textOf: (line: number) => string;
}

function describeIssue(
  issue: z.core.$ZodIssue,
  { file, places, hints, lineOf, textOf }: CheckedFile,
): Problem[] {
  const path = issue.path.filter((part): part is string | number => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    const keys = knownKeys(path, hints);
    return issue.keys.map((key) => ({
      file,
      line: lineOf(...path, key),
      wrong: `${[...path, key].join('.')} is not a known key`,
      right: `the known keys are ${keys.join(', ')}`,
    }));
  }
  const reason = reasonOfIssue(issue);
  if (reason !== null) {
    const value = places.valueAt(path);
    return [{ file, line: lineOf(...path), ...describeMistake(reason, { at: path, value, lineOf }) }];
  }
  if (path.length === 0) {
    const explained = explainLine(textOf(lineOf())) ?? {
      wrong: 'there are no keys and values',
      right: 'write one "key: value" a line',
    };
    return [{ file, line: lineOf(), ...explained }];
  }
  const name = path.join('.');
  const value = places.valueAt(path);
  const wrong = value === undefined ? `${name} is missing` : `${name} is ${show(value)}`;
  const line = lineOf(...path);
  const isComment = value === null && /: +#/.test(textOf(line));
  const right = `it must be ${ownHint(issue) ?? findHint(path, hints)}${isComment ? ', in quotes: what begins with # is a comment' : ''}`;
  return [{ file, line, wrong, right }];
}

/** Hint that a check gives by itself, where it knows more of the mistake than the key says. */
function ownHint(issue: z.core.$ZodIssue): string | null {
  const right: unknown = issue.code === 'custom' ? issue.params?.['right'] : null;
  return typeof right === 'string' ? right : null;
}

/** Hint of the key or, for names of a free map, of its parent. */
function findHint(path: readonly (string | number)[], hints: Hints): string {
  const keys = path.filter((part) => typeof part === 'string');
  const nearest = keys
    .map((_, index) => ownValue(hints, keys.slice(0, keys.length - index).join('.')))
    .find((hint) => hint !== undefined);
  return nearest ?? 'something else';
}

function knownKeys(path: readonly (string | number)[], hints: Hints): string[] {
  const prefix = path.filter((part) => typeof part === 'string').join('.');
  return Object.keys(hints).flatMap((key) => {
    const rest = prefix === '' ? key : key.startsWith(`${prefix}.`) ? key.slice(prefix.length + 1) : '.';
    return rest.includes('.') ? [] : rest;
  });
}

function show(value: unknown): string {
  if (value === null) return 'empty';
  const text = isSeq(value) ? 'a list' : typeof value === 'object' ? 'a map' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
