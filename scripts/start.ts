import './load-env-file.ts';
import path from 'node:path';
import { buildIfNeeded } from './build-if-needed.ts';
import { production } from './build/folders.ts';

// `npm start`. Run by node itself, without tsx: this is all that is loaded when nothing has changed.
buildIfNeeded();
await import(path.join(production.outDir, 'server.js'));
