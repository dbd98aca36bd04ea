import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** Everything that `node dist/server.js` needs beside node_modules' native parts. */
export interface BuildTarget {
  outDir: string;
  /** Readable names and code, React's warnings, live reload. */
  isDevelopment: boolean;
}

export const production: BuildTarget = { outDir: path.join(root, 'dist'), isDevelopment: false };
export const development: BuildTarget = { outDir: path.join(root, '.cache/dev'), isDevelopment: true };
