import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AssetManifest } from '#server/asset-manifest.ts';
import type { ClientChunks } from './client.ts';

/** Bytes after gzip -9 that the first view of a page may load. Raising one is a decision, not a fix. */
export const budgets = { scripts: 125_000, styles: 10_000 };

/** Prints what the first view of the front page loads. Resolves to whether that is within the budget. */
export async function reportSizes(
  outDir: string,
  chunks: ClientChunks,
  manifest: AssetManifest,
): Promise<boolean> {
  const firstView = [...new Set([...chunks.entryScripts, ...chunks.pages.layout, ...chunks.pages.index])];
  const sizes = {
    scripts: await gzippedBytes(outDir, firstView),
    styles: await gzippedBytes(outDir, manifest.styles),
  };
  let isWithin = true;
  for (const kind of ['scripts', 'styles'] as const) {
    const text = `${kind}: ${(sizes[kind] / 1000).toFixed(1)} kB of ${budgets[kind] / 1000} kB (gzip -9, first view of /)`;
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
