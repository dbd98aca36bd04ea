import { createHash } from 'node:crypto';
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { ownFontFile } from '#server/media/title-font/own-font.ts';
import { installedCollections } from '#server/features/icons/installed-collections.ts';
import type { AssetManifest } from '#server/asset-manifest.ts';
import { clientOptions, describeChunks, type ClientChunks } from './client/client.ts';
import { compressAssets } from './compress.ts';
import { buildEditScript } from './client/edit-script.ts';
import { root, type BuildTarget } from './folders.ts';
import { serverOptions } from './server.ts';
import { buildStyles, type StyleSheets } from './client/styles.ts';

export interface BuiltSite {
  chunks: ClientChunks;
  manifest: AssetManifest;
  /** Scripts that a page of the edit area loads before its first key. */
  firstEditScripts: readonly string[];
}

/** Builds client, styles and server beside the folder and puts it in place when it is whole. */
export async function buildSite({ outDir, isDevelopment }: BuildTarget): Promise<BuiltSite> {
  const target: BuildTarget = { outDir: `${outDir}-next`, isDevelopment };
  await rm(target.outDir, { recursive: true, force: true });
  const [client, styles, { editScript, firstScripts }] = await Promise.all([
    build(clientOptions(target)),
    buildStyles(target),
    buildEditScript(target),
    build(serverOptions(target)),
    copyFiles(target),
  ]);
  const chunks = await describeChunks(client.metafile, target);
  const manifest = await writeManifest(target, chunks, { ...styles, editScript });
  if (!isDevelopment) await compressAssets(path.join(target.outDir, 'client/assets'));
  await rm(outDir, { recursive: true, force: true });
  await rename(target.outDir, outDir);
  return { chunks, manifest, firstEditScripts: firstScripts };
}

/** `public/` as it is, the sample content for a first start, the icon collections, and the font of titles. */
export async function copyFiles({ outDir }: BuildTarget): Promise<void> {
  await cp(path.join(root, 'public'), path.join(outDir, 'client/public'), { recursive: true });
  for (const collection of installedCollections) {
    const source = path.join(root, 'node_modules/@iconify-json', collection, 'icons.json');
    await cp(source, path.join(outDir, 'icons', collection, 'icons.json'));
  }
  // The package has eight weights of 10 MB each; the site needs only this file.
  const fonts = path.join(root, 'node_modules/@expo-google-fonts/noto-serif-tc/500Medium');
  await cp(path.join(fonts, path.basename(ownFontFile)), path.join(outDir, ownFontFile));
  await cp(path.join(root, 'server/media/title-font/OFL.txt'), path.join(outDir, 'fonts/OFL.txt'));
  await cp(path.join(root, 'server/sample-content'), path.join(outDir, 'sample-content'), {
    recursive: true,
  });
}

export async function writeManifest(
  target: BuildTarget,
  chunks: ClientChunks,
  styles: StyleSheets & { editScript: string },
): Promise<AssetManifest> {
  const manifest: AssetManifest = {
    buildId: target.isDevelopment ? 'dev' : await hashOutputs(target.outDir),
    builtAt: Date.now(),
    entry: chunks.entry,
    styles: [styles.site],
    editStyles: [styles.site, styles.edit],
    editScript: styles.editScript,
    pages: chunks.pages,
    favicon: 'favicon.svg',
    liveReload: chunks.liveReload,
  };
  const file = path.join(target.outDir, 'client/manifest.json');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** The build id: the same sources give the same files, and these the same id. */
async function hashOutputs(outDir: string): Promise<string> {
  const files: string[] = [];
  for await (const file of glob('**/*.{js,css,svg,txt}', { cwd: outDir, exclude: ['sample-content/**'] }))
    files.push(file);
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(file).update(await readFile(path.join(outDir, file)));
  return hash.digest('hex').slice(0, 16);
}
