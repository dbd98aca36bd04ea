import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** Puts a copy of this very Node where every user can run it. */
export function installNode(dir: string): void {
  mkdirSync(path.join(dir, 'bin'));
  copyFileSync(process.execPath, path.join(dir, 'bin/node'));
}

/** Returns where programs are found: our Node first, nothing from the checkout. */
export function searchPath(dir: string): string {
  const own = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((entry) => !entry.includes('node_modules'));
  return [path.join(dir, 'bin'), ...own].join(path.delimiter);
}
