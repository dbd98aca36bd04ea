import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { compressedFiles } from '#server/http/answer/precompressed.ts';

/** Writes each script and style a second time in each coding, as small as it gets: once here, not at each request. */
export async function compressAssets(assetsDir: string): Promise<void> {
  // Files are compressed one at a time: each coding takes up to 80 MB while it works.
  for await (const name of glob('**/*.{js,css,svg}', { cwd: assetsDir }))
    await compressFile(path.join(assetsDir, name));
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }).then((coded) => writeFile(file + compressedFiles.br, coded)),
    promisify(gzip)(bytes, { level: 9 }).then((coded) => writeFile(file + compressedFiles.gzip, coded)),
    promisify(zstdCompress)(bytes, {
      params: { [constants.ZSTD_c_compressionLevel]: 19 },
      pledgedSrcSize: bytes.length,
    }).then((coded) => writeFile(file + compressedFiles.zstd, coded)),
  ]);
}
