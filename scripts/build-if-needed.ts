import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build/folders.ts';
import { isBuilt, stampSources } from './build/source-stamp.ts';

/** Builds when the sources are not the ones that were built. Ends the process when the build fails. */
export function buildIfNeeded(): void {
  if (isBuilt(stampSources())) return;
  const tsx = path.join(root, 'node_modules/.bin/tsx');
  const { status } = spawnSync(tsx, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildIfNeeded();
