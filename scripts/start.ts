import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { production, root } from './build/folders.ts';
import { isBuilt, stampSources } from './build/source-stamp.ts';

// `npm start`: builds when the sources are not the ones that were built, then becomes the server.
// Run by node itself, without tsx: these files are all that is loaded when nothing has changed.
if (!isBuilt(stampSources())) {
  const { status } = spawnSync(path.join(root, 'node_modules/.bin/tsx'), ['scripts/build.ts'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
await import(path.join(production.outDir, 'server.js'));
