import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuiltSite } from './build-site.ts';

/**
 * Bytes after gzip -9 that the first view of a page may load: of a list, and of `/`, which shows more than any other;
 * and what the edit area adds. Raising one is a decision, not a fix.
 */
export const budgets = {
  scripts: 125_000,
  scriptsOfFront: 125_000,
  styles: 10_000,
  editScript: 25_000,
  editStyles: 6_000,
};

/**
 * Prints the sizes of the first view of a list and of the front page. Resolves to whether they are within the budget.
 */
export async function reportSizes(
  outDir: string,
  { chunks, manifest, firstEditScripts }: BuiltSite,
): Promise<boolean> {
  const firstView = (page: string[]) => [
    ...new Set([...chunks.entryScripts, ...chunks.pages.layout, ...page]),
  ];
  const sizes = {
    scripts: await gzippedBytes(outDir, firstView(chunks.pages.product)),
    scriptsOfFront: await gzippedBytes(outDir, firstView(chunks.pages.index)),
    styles: await gzippedBytes(outDir, manifest.styles),
    editScript: await gzippedBytes(outDir, firstEditScripts),
    editStyles: await gzippedBytes(
      outDir,
      manifest.editStyles.filter((file) => !manifest.styles.includes(file)),
    ),
  };
  const names = {
    scripts: 'scripts of /product',
    scriptsOfFront: 'scripts of /',
    styles: 'styles',
    editScript: 'scripts of /edit',
    editStyles: 'styles of /edit',
  };
  let isWithin = true;
  for (const kind of ['scripts', 'scriptsOfFront', 'styles', 'editScript', 'editStyles'] as const) {
    const text = `${names[kind]}: ${(sizes[kind] / 1000).toFixed(1)} kB of ${budgets[kind] / 1000} kB (gzip -9, first view)`;
    if (sizes[kind] <= budgets[kind]) console.log(text);
    else console.error(`Over budget: ${text}`);
    isWithin &&= sizes[kind] <= budgets[kind];
  }
  return isWithin;
}

async function gzippedBytes(outDir: string, files: readonly string[]): Promise<number> {
  const buffers = await Promise.all(files.map((file) => readFile(path.join(outDir, 'client', file))));
  return buffers.reduce((sum, buffer) => sum + gzipSync(buffer, { level: 9 }).length, 0);
}
