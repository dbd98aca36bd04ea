import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { findIdProblem, rightId } from './content-id.ts';
import {
  articleHints,
  articleSchema,
  authorHints,
  authorSchema,
  productHints,
  productSchema,
  siteHints,
  siteSchema,
  type ArticleFields,
  type AuthorFields,
  type ProductFields,
  type SiteFields,
} from './content-schemas.ts';
import { parseYaml, splitFrontMatter, type Hints, type LineOf } from './front-matter.ts';
import { inspectMedia, isProblem, type MediaFile } from './media-files.ts';
import type { Problem } from './problem.ts';
import { createMarkdownRenderer, rendererVersion, type RenderedBody } from './render-markdown.ts';

export interface Entry<Fields> {
  id: string;
  /** Relative to the folder. */
  file: string;
  fields: Fields;
  lineOf: LineOf;
  /** The Markdown, without white space at its end. */
  source: string;
  body: RenderedBody;
  /** The line of the file at which the body begins. */
  bodyLine: number;
  /** Changes when the file or the way it is rendered does. */
  sourceHash: string;
}

export interface ContentFolder {
  authors: Entry<AuthorFields>[];
  articles: Entry<ArticleFields>[];
  products: Entry<ProductFields>[];
  media: MediaFile[];
  site: { fields: SiteFields; lineOf: LineOf } | null;
  /** What is wrong in the files themselves; references between them are checked after. */
  problems: Problem[];
}

type OnProgress = (done: number, total: number) => void;

const knownNames = ['authors', 'articles', 'products', 'media', 'site.yaml'];

/** Reads and renders everything; never stops at the first mistake. */
export async function readContentFolder(dir: string, onProgress: OnProgress): Promise<ContentFolder> {
  const problems: Problem[] = [];
  const names = await visibleNames(dir);
  for (const name of names) {
    if (knownNames.includes(name)) continue;
    problems.push({
      file: name,
      line: 1,
      wrong: 'this is not a part of a content folder',
      right: `the parts are ${knownNames.join(', ')}`,
    });
  }

  const files = {
    authors: await listEntries(dir, 'authors', problems),
    articles: await listEntries(dir, 'articles', problems),
    products: await listEntries(dir, 'products', problems),
    media: await listMedia(dir),
  };
  const total = files.authors.length + files.articles.length + files.products.length + files.media.length;
  let done = 0;
  const step = () => onProgress((done += 1), total);

  const render = createMarkdownRenderer();
  async function readAll<F>(list: readonly string[], schema: z.ZodType<F>, hints: Hints): Promise<Entry<F>[]> {
    const entries: Entry<F>[] = [];
    for (const file of list) {
      const entry = readEntry(file, await readFile(path.join(dir, file)), schema, hints, render, problems);
      if (entry) entries.push(entry);
      step();
    }
    return entries;
  }

  const media: MediaFile[] = [];
  for (const file of files.media) {
    const inspected = await inspectMedia(path.join(dir, file), file.normalize('NFC'));
    if (isProblem(inspected)) problems.push(inspected);
    else media.push(inspected);
    step();
  }
  return {
    authors: await readAll(files.authors, authorSchema, authorHints),
    articles: await readAll(files.articles, articleSchema, articleHints),
    products: await readAll(files.products, productSchema, productHints),
    media,
    site: names.includes('site.yaml') ? await readSite(dir, problems) : null,
    problems,
  };
}

function readEntry<F>(
  file: string,
  data: Buffer,
  schema: z.ZodType<F>,
  hints: Hints,
  render: (source: string) => RenderedBody,
  problems: Problem[],
): Entry<F> | null {
  const text = decode(file, data, problems);
  if (text === null) return null;
  const split = splitFrontMatter(text);
  if (!split) {
    problems.push({
      file,
      line: 1,
      wrong: 'there is no front matter',
      right: 'begin the file with a line ---, then key: value lines, then a line ---',
    });
    return null;
  }
  const source = split.body.trim();
  const bodyLine = split.bodyLine + (split.body.length - split.body.trimStart().length > 0 ? leadingLines(split.body) : 0);
  const body = render(source);
  for (const refused of body.refused) {
    problems.push({
      file,
      line: bodyLine + refused.line - 1,
      wrong: refused.reason === 'raw-html' ? `${refused.path} is HTML` : `${refused.path} is not an address that may be linked`,
      right:
        refused.reason === 'raw-html'
          ? 'write Markdown, or put code between backquotes'
          : 'use https://…, mailto:…, a path of this site such as /articles, or a picture in media/',
    });
  }
  const parsed = parseYaml({ file, text: split.yaml, firstLine: 2 }, schema, hints);
  if ('problems' in parsed) {
    problems.push(...parsed.problems);
    return null;
  }
  const sourceHash = createHash('sha256').update(`${rendererVersion}\n${text}`).digest('base64url').slice(0, 22);
  const id = path.basename(file, '.md').normalize('NFC');
  return { id, file, fields: parsed.value, lineOf: parsed.lineOf, source, body, bodyLine, sourceHash };
}

async function readSite(dir: string, problems: Problem[]): Promise<ContentFolder['site']> {
  const text = decode('site.yaml', await readFile(path.join(dir, 'site.yaml')), problems);
  if (text === null) return null;
  const parsed = parseYaml({ file: 'site.yaml', text, firstLine: 1 }, siteSchema, siteHints);
  if ('problems' in parsed) {
    problems.push(...parsed.problems);
    return null;
  }
  return { fields: parsed.value, lineOf: parsed.lineOf };
}

/** Text in NFC with line feeds. Null, with a problem, when the bytes are not UTF-8 or hold a NUL. */
function decode(file: string, data: Buffer, problems: Problem[]): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(data);
    if (!text.includes('\0')) return text.replace(/\r\n?/g, '\n').normalize('NFC');
  } catch {
    // Told below.
  }
  problems.push({ file, line: 1, wrong: 'the file is not UTF-8 text', right: 'save it with the encoding UTF-8' });
  return null;
}

function leadingLines(body: string): number {
  return (/^\s*\n/.exec(body)?.[0].match(/\n/g) ?? []).length;
}

/** Files of a kind, sorted; a wrong name, and two names that are the same id, are problems. */
async function listEntries(dir: string, kind: string, problems: Problem[]): Promise<string[]> {
  const files: string[] = [];
  const seen = new Set<string>();
  for (const name of await visibleNames(path.join(dir, kind))) {
    const file = `${kind}/${name}`;
    const id = name.replace(/\.md$/, '').normalize('NFC');
    const wrong = name.endsWith('.md') ? findIdProblem(id) : 'this is not a Markdown file';
    if (wrong !== null) {
      problems.push({ file, line: 1, wrong, right: name.endsWith('.md') ? rightId : 'each file here is ID.md' });
    } else if (seen.has(id)) {
      problems.push({ file, line: 1, wrong: `there are two files for the id ${id}`, right: 'keep one of them' });
    } else {
      seen.add(id);
      files.push(file);
    }
  }
  return files;
}

async function listMedia(dir: string): Promise<string[]> {
  const entries = await readdir(path.join(dir, 'media'), { recursive: true, withFileTypes: true }).catch(notThere);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

async function visibleNames(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(notThere);
  return names.filter((name) => !name.startsWith('.')).sort();
}

function notThere(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
