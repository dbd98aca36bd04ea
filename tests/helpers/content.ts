import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './databases.ts';

export type Files = Record<string, string | Buffer>;

/** A content folder of these files, gone when the test has finished. */
export function contentFolder(files: Files): string {
  const dir = temporaryFolder();
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

export const aDrawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" viewBox="0 0 40 30"><rect width="40" height="30" fill="#86ad7f"/></svg>';
