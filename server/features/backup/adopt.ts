import { chmod, chown, stat } from 'node:fs/promises';

/** Gives a file to whoever the site runs as. `mode` before the process's mask takes its part. */
export type Adopt = (file: string, mode?: number) => Promise<void>;

/** An operator often restores as root, and the site must be able to write what was restored. */
export async function adoptAs(model: string): Promise<Adopt> {
  const { uid, gid } = await stat(model);
  return async (file, mode) => {
    if (mode !== undefined) await chmod(file, mode & ~process.umask());
    if (process.getuid?.() === 0) await chown(file, uid, gid);
  };
}
