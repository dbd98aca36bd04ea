import { statSync } from 'node:fs';

/**
 * Sets the modes of all that this process and those that it starts write. Their owner's group may read it: folders are
 * 0750 and files 0640, unless whoever started it asked for less. What root writes for a site of another user that user
 * has to be able to read.
 */
export function keepFilesPrivate(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (process.getuid?.() === 0 && owner !== undefined && owner !== 0) return;
  const asked = process.umask(ofOthers);
  process.umask(asked | ofOthers);
}

const ofOthers = 0o027;
