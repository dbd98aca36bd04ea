import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './folders.ts';

/** Route id → source file, from the `import('…')` of its line in client/pages.ts. */
export async function readPageSources(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path.join(root, 'client/pages.ts'), 'utf8');
  const lines = text.matchAll(/^ {2}'?([\w-]+)'?: \(\) => import\('\.\/([^']+)'\)/gm);
  return new Map([...lines].map(([, id = '', file = '']) => [id, `client/${file}`]));
}
