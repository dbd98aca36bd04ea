import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/folders.ts';

/** The environment variables that the server reads, from the source of their only reader. */
export function readConfigNames(): string[] {
  const source = readFileSync(path.join(root, 'server/config.ts'), 'utf8');
  const reads = source.matchAll(/\bread\.(?:text|integer|parsed|choice)\(\s*'(\w+)'/g);
  return [...new Set([...reads].map(([, name = '']) => name))].sort();
}
