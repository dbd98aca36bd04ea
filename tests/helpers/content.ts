import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { kindNames } from '#shared/kinds/kind-names.ts';
import type { Schema } from '#server/db/schema.ts';
import { checkContent } from '#server/features/import-export/import-content.ts';
import { ContentError, formatProblem } from '#server/content/front-matter/problem.ts';
import { temporaryFolder, type AtEnd } from './databases.ts';

export type Files = Record<string, string | Buffer>;

/** A content folder of these files, gone when the test has finished. */
export function contentFolder(files: Files, atEnd?: AtEnd): string {
  const dir = temporaryFolder(atEnd);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(dir, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return dir;
}

/** The Markdown file of an entry: front matter as YAML lines, then the body. */
export function entry(fields: Record<string, unknown>, body = ''): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${body}\n`;
}

export function anAuthor(fields: Record<string, unknown> = {}, body = '寫茶的人。'): string {
  return entry({ name: '林知遠', ...fields }, body);
}

export function anArticle(fields: Record<string, unknown> = {}, body = '內文。'): string {
  return entry(
    { title: '春茶日記', author: 'lin', publishedAt: '2026-01-02T08:00:00+08:00', ...fields },
    body,
  );
}

export function aProduct(fields: Record<string, unknown> = {}, body = '說明。'): string {
  return entry(
    { name: '文山包種茶', category: '茶葉', price: 680, publishedAt: '2026-01-01T08:00:00+08:00', ...fields },
    body,
  );
}

export function aCategory(fields: Record<string, unknown> = {}, body = '說明。'): string {
  return entry({ name: '烏龍茶', ...fields }, body);
}

export function aPage(fields: Record<string, unknown> = {}, body = '內文。'): string {
  return entry({ title: '關於我們', ...fields }, body);
}

export const aDrawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" viewBox="0 0 40 30"><rect width="40" height="30" fill="#86ad7f"/></svg>';

/** Output of `content check` for a folder of only these files, a line for each problem. */
export async function problemsOf(files: Files): Promise<string[]> {
  try {
    await checkContent(contentFolder(files), null);
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.problems.map(formatProblem);
  }
}

/** Everything that is stored of the content, in one order. */
export async function storedContent(db: Kysely<Schema>): Promise<Record<string, unknown[]>> {
  const ordered = (table: keyof Schema, ...keys: string[]) =>
    sql`select * from ${sql.table(table)} order by ${sql.join(keys.map((key) => sql.ref(key)))}`.execute(db);
  const ofKinds = kindNames.map(async (kind) => [kind, (await ordered(kind, 'id')).rows] as const);
  return {
    ...Object.fromEntries(await Promise.all(ofKinds)),
    links: (await ordered('article_products', 'article_id', 'position')).rows,
    tags: (await ordered('article_tags', 'article_id', 'tag')).rows,
    related: (await ordered('product_related', 'product_id', 'position')).rows,
    pins: (await ordered('category_pins', 'category_id', 'position')).rows,
    alsoIn: (await ordered('product_also_in', 'product_id', 'position')).rows,
    places: (await ordered('product_categories', 'product_id', 'category_id')).rows,
    // The time of its import is nothing of the content.
    media: (await ordered('media', 'path')).rows.map((row) => ({ ...Object(row), added_at: null })),
    site: (await ordered('site', 'id')).rows,
  };
}

/** Every file below a folder by its name, as bytes in hexadecimal digits. */
export function filesIn(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const named = files.map((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return [path.relative(dir, file), readFileSync(file).toString('hex')] as const;
  });
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}
