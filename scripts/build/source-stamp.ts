import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { production, root } from './folders.ts';

/** Everything that a build is made of. Its content, not its age: a fresh clone has new ages for old files. */
const sources = [
  '{client,server,shared,public,scripts/build}/**',
  'scripts/build.ts',
  'package-lock.json',
  'tsconfig.json',
];

const stampFile = path.join(production.outDir, 'source-stamp');

export function stampSources(): string {
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(path.relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

export function isBuilt(stamp: string): boolean {
  try {
    return readFileSync(stampFile, 'utf8') === stamp;
  } catch {
    return false;
  }
}

export function markBuilt(stamp: string): void {
  writeFileSync(stampFile, stamp);
}
