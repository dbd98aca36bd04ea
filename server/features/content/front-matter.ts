import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import type { Problem } from './problem.ts';

/** What a right value looks like, by the name of the key. */
export type Hints = Readonly<Record<string, string>>;

/** Where each key stands, so that later checks can name the line too. */
export type LineOf = (...path: (string | number)[]) => number;

export type Parsed<T> = { value: T; lineOf: LineOf } | { problems: Problem[] };

interface Source {
  /** For messages. */
  file: string;
  text: string;
  /** The line of the file at which `text` begins. */
  firstLine: number;
}

/** `---`, YAML, `---`, and the rest. Null when the file does not begin so. */
export function splitFrontMatter(file: string): { yaml: string; body: string; bodyLine: number } | null {
  const match = /^\uFEFF?---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(file);
  if (!match) return null;
  const head = match[0];
  return { yaml: match[1] ?? '', body: file.slice(head.length), bodyLine: head.split('\n').length };
}

/** Parses YAML and checks it: every problem at its line. */
export function parseYaml<T>({ file, text, firstLine }: Source, schema: z.ZodType<T>, hints: Hints): Parsed<T> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => firstLine + lines.linePos(offset).line - 1;

  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => ({
      file,
      line: lineAt(error.pos[0]),
      wrong: `the YAML cannot be read (${error.message.replace(/\s+/g, ' ')})`,
      right: 'write one "key: value" a line, and put quotes around a value that contains ": " or begins with a sign',
    }));
    return { problems };
  }

  const lineOf: LineOf = (...path) => {
    const offset = findOffset(document, path);
    return offset === null ? firstLine : lineAt(offset);
  };
  const result = schema.safeParse(document.toJS() ?? {});
  if (result.success) return { value: result.data, lineOf };
  const problems = result.error.issues.flatMap((issue) => describeIssue(issue, document, hints, lineOf, file));
  return { problems };
}

function describeIssue(issue: z.core.$ZodIssue, document: Document, hints: Hints, lineOf: LineOf, file: string): Problem[] {
  const path = issue.path.filter((part): part is string | number => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(path, hints);
    return issue.keys.map((key) => ({
      file,
      line: lineOf(...path, key),
      wrong: `${[...path, key].join('.')} is not a known key`,
      right: `the known keys are ${known.join(', ')}`,
    }));
  }
  const name = path.join('.') || 'the front matter';
  const hint = hints[path.filter((part) => typeof part === 'string').join('.')] ?? 'write keys and values';
  const value = path.length === 0 ? undefined : document.getIn(path);
  const wrong = value === undefined ? `${name} is missing` : `${name} is ${show(value)}`;
  return [{ file, line: lineOf(...path), wrong, right: `it must be ${hint}` }];
}

function knownKeys(path: readonly (string | number)[], hints: Hints): string[] {
  const prefix = path.filter((part) => typeof part === 'string').join('.');
  return Object.keys(hints).flatMap((key) => {
    const rest = prefix === '' ? key : key.startsWith(`${prefix}.`) ? key.slice(prefix.length + 1) : '.';
    return rest.includes('.') ? [] : rest;
  });
}

function show(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? 'a list or map' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** The place of the deepest node on the path that exists: a missing key is reported at what should hold it. */
function findOffset(document: Document, path: readonly (string | number)[]): number | null {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent = document.getIn(path.slice(0, depth - 1), true) ?? document.contents;
    const key = path[depth - 1];
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key);
      if (pair && isScalar(pair.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(path.slice(0, depth), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) return Number(node.range[0]);
  }
  return null;
}
