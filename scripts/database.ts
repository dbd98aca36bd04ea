import './load-env-file.ts';
import path from 'node:path';
import { buildIfNeeded } from './build-if-needed.ts';
import { production } from './build/folders.ts';

// `npm run database`: a move renders pages, which needs a build.
buildIfNeeded();
process.argv.splice(2, 0, 'database');
await import(path.join(production.outDir, 'cli.js'));
