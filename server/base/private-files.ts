import { statSync } from 'node:fs';

/**
 * Sets the modes of all files that this process and its children write. The owner's group may read them: folders are
 * 0750 and files 0640, unless the umask asks for less. A site's user must be able to read files that root writes for
 * it.
 */
export function keepFilesPrivate(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (process.getuid?.() === 0 && owner !== undefined && owner !== 0) return;
  const former = process.umask(ofOthers);
  process.umask(former | ofOthers);
}

const ofOthers = 0o027;
