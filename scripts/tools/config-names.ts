import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/folders.ts';

/** The environment variables that the server reads, from the sources of their only reader. */
export function readConfigNames(): string[] {
  const files = globSync('server/config/*.ts', { cwd: root });
  const source = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
  const reads = source.matchAll(/\bread\.(?:text|integer|parsed|choice)(?:<\w+>)?\(\s*'(\w+)'/g);
  return [...new Set([...reads].map(([, name = '']) => name))].sort();
}
