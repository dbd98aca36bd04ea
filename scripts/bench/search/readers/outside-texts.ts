import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { splitFrontMatter } from '#server/content/front-matter/front-matter.ts';

/** An article that nobody of ours wrote. */
export interface OutsideText {
  /** The last folder of its path, a slash and the name of its file, without `.md`. */
  name: string;
  title: string;
  summary: string;
  tags: string[];
  publishedAt: string;
  /** Plain text, with its headings as Markdown has them. */
  text: string;
}

/** Folder with the articles; left out: they are not asked for. */
export const outsideFolder = process.env['SEARCH_TEXTS'];

const minHan = 300;

/**
 * Reads the articles in Traditional Chinese of a folder of Markdown files, which begin with front matter or with their
 * title as a heading. Files in folders of a language, such as `en/`, and those that begin with `_` are no articles.
 */
export function readOutsideTexts(folder: string): OutsideText[] {
  const files = globSync('**/*.md', { cwd: folder })
    .filter((file) => !file.split('/').some((part) => /^_|^[a-z]{2}(?:-[A-Za-z]{2,4})?$/.test(part)))
    .toSorted();
  return files.flatMap((file) => readText(folder, file) ?? []);
}

function readText(folder: string, file: string): OutsideText | null {
  const source = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n');
  const { yaml, body } = splitFrontMatter(source) ?? { yaml: '', body: source };
  const fields = readFields(yaml);
  const text = plainMarkdown(body);
  const title = lineOf(fields['title'] ?? /^#{1,3} +(.+)$/m.exec(text)?.[1]);
  if (title === '' || (text.match(/\p{Script=Han}/gu) ?? []).length < minHan) return null;
  const tags: unknown = fields['tags'];
  return {
    name: path.join(path.basename(path.dirname(file)), path.basename(file, '.md')).normalize('NFC'),
    title,
    summary: lineOf(fields['description']),
    tags: Array.isArray(tags) ? [...new Set(tags.map(lineOf))].filter((tag) => tag !== '').slice(0, 20) : [],
    publishedAt: timeOf(fields['date']),
    text,
  };
}

function readFields(yaml: string): Record<string, unknown> {
  try {
    const fields: unknown = parse(yaml);
    return typeof fields === 'object' && fields !== null ? { ...fields } : {};
  } catch {
    return {};
  }
}

function lineOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).replaceAll(/\s+/g, ' ').trim()
    : '';
}

function timeOf(value: unknown): string {
  const time = new Date(value instanceof Date ? value : lineOf(value));
  return Number.isNaN(time.getTime()) ? '2025-01-01T00:00:00Z' : time.toISOString();
}

/** Without pictures, addresses, notes and HTML, none of which is what a reader looks for. */
function plainMarkdown(body: string): string {
  return body
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/^\[\^[^\]]+\]:.*$/gm, '')
    .replaceAll(/\[\^[^\]]+\]/g, '')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/https?:\/\/[^\s)）]+/g, '')
    .replaceAll(/<[^<>\n]*>/g, '')
    .replaceAll(/[<>*_`|~\\{}[\]]/g, ' ')
    .replaceAll(/\p{Cc}/gu, (sign) => (sign === '\n' ? sign : ' '))
    .replaceAll(/^ +| +$/gm, '')
    .replaceAll(/^(?:#+|[-=: ]{3,})$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
