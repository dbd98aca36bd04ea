import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { maxFileBytes } from '#shared/editing/uploads.ts';
import type { Problem } from '#server/content/front-matter/problem.ts';
import { findDocumentProblem } from '#server/media/documents/examine-document.ts';

export interface DocumentFile {
  /** The path by which content names it: `media/…`, NFC. */
  path: string;
  /** The file from which it is read. */
  sourceFile: string;
  file: string;
  contentType: string;
  bytes: number;
  width: null;
  height: null;
  served: string;
  blur: null;
}

/** Examines a PDF for visitors to download. It is served as it is. */
export async function inspectDocument(
  sourceFile: string,
  mediaPath: string,
): Promise<DocumentFile | Problem> {
  const problem = (wrong: string, right: string): Problem => ({ file: mediaPath, line: 1, wrong, right });
  const { size } = await stat(sourceFile);
  if (size > maxFileBytes) return problem(`the file has ${size} bytes`, `use at most ${maxFileBytes}`);
  const data = await readFile(sourceFile);
  const wrong = findDocumentProblem(data);
  if (wrong) return problem(...wrong);
  const file = `${createHash('sha256').update(data).digest('hex').slice(0, 24)}.pdf`;
  const looks = { width: null, height: null, served: file, blur: null };
  return { path: mediaPath, sourceFile, file, contentType: 'application/pdf', bytes: size, ...looks };
}
