import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Gives a file to the user that the site runs as. */
export type Adopt = (file: string, mode?: number) => Promise<void>;

/** An operator often restores as root, and the site must be able to write what was restored. */
export async function adoptAs(model: string): Promise<Adopt> {
  const { uid, gid } = await stat(model);
  return async (file, mode) => {
    if (mode !== undefined) await chmod(file, mode);
    if (process.getuid?.() === 0) await chown(file, uid, gid);
  };
}

/** Makes a folder, and those above it that are missing. */
export async function makeFolder(folder: string, adopt: Adopt): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined) return;
  for (let at = folder; at.length >= made.length; at = path.dirname(at)) await adopt(at);
}

/** Mode of an ordinary new file of this process. Files of a backup are for their owner alone. */
export function usualMode(): number {
  return 0o666 & ~process.umask();
}
