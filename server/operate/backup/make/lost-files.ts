import path from 'node:path';
import { listBackups } from '../backup-folder.ts';
import type { MadeBackup } from './make-backup.ts';
import { readManifest } from '../manifest.ts';

/**
 * The files that a backup lacks and another one in its folder has. Not the one before alone: that may have lacked them
 * already, and `--keep` would come to the last that has them.
 */
export async function listLost({ dir, manifest }: Pick<MadeBackup, 'dir' | 'manifest'>): Promise<string[]> {
  const lacking = new Set([...manifest.missing, ...manifest.unreadable, ...manifest.damaged]);
  const lost = new Set<string>();
  if (lacking.size === 0) return [];
  const folder = path.dirname(dir);
  for (const { name } of await listBackups(folder)) {
    const other = await readManifest(path.join(folder, name)).catch(() => null);
    for (const file of lacking) if (other && file in other.files) lost.add(file);
  }
  return [...lost].sort();
}
