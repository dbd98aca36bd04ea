import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { listEntries, listMedia, listParts } from './content-files.ts';
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
import { inspectMedia, isProblem, type FindLooks, type MediaFile } from './media-files.ts';
import { describeRefused } from './describe-refused.ts';
import type { Problem } from './problem.ts';
import { createMarkdownRenderer, type RenderedBody } from './render-markdown.ts';

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

/** Reads and renders everything; never stops at the first mistake. */
export async function readContentFolder(
  dir: string,
  findLooks: FindLooks,
  onProgress: OnProgress,
): Promise<ContentFolder> {
  const problems: Problem[] = [];
  const parts = await listParts(dir, problems);
  const listed = (kind: 'authors' | 'articles' | 'products') =>
    parts.has(kind) ? listEntries(dir, kind, problems) : [];
  const files = {
    authors: await listed('authors'),
    articles: await listed('articles'),
    products: await listed('products'),
    media: parts.has('media') ? await listMedia(dir, problems) : [],
  };
  const total = files.authors.length + files.articles.length + files.products.length + files.media.length;
  let done = 0;
  const step = () => onProgress((done += 1), total);

  const render = createMarkdownRenderer();
  async function readAll<F>(
    list: readonly string[],
    schema: z.ZodType<F>,
    hints: Hints,
  ): Promise<Entry<F>[]> {
    const entries: Entry<F>[] = [];
    for (const file of list) {
      const entry = readEntry(
        file.normalize('NFC'),
        await readFile(path.join(dir, file)),
        schema,
        hints,
        render,
        problems,
      );
      if (entry) entries.push(entry);
      step();
    }
    return entries;
  }

  const media: MediaFile[] = [];
  for (const file of files.media) {
    const inspected = await inspectMedia(path.join(dir, file), file.normalize('NFC'), findLooks);
    if (isProblem(inspected)) problems.push(inspected);
    else media.push(inspected);
    step();
  }
  return {
    authors: await readAll(files.authors, authorSchema, authorHints),
    articles: await readAll(files.articles, articleSchema, articleHints),
    products: await readAll(files.products, productSchema, productHints),
    media,
    site: parts.has('site.yaml') ? await readSite(dir, problems) : null,
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
  // Only whole lines: white space before the first word may mean code.
  const blankLines = /^(?:[ \t]*\n)*/.exec(split.body)?.[0] ?? '';
  const source = split.body.slice(blankLines.length).trimEnd();
  const bodyLine = split.bodyLine + blankLines.split('\n').length - 1;
  const body = render(source);
  for (const refused of body.refused) {
    problems.push({ file, line: bodyLine + refused.line - 1, ...describeRefused(refused) });
  }
  const parsed = parseYaml({ file, text: split.yaml, firstLine: 2 }, schema, hints);
  if ('problems' in parsed) {
    problems.push(...parsed.problems);
    return null;
  }
  const id = path.basename(file, '.md').normalize('NFC');
  return { id, file, fields: parsed.value, lineOf: parsed.lineOf, source, body, bodyLine };
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
  problems.push({
    file,
    line: 1,
    wrong: 'the file is not UTF-8 text',
    right: 'save it with the encoding UTF-8',
  });
  return null;
}
