import path from 'node:path';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { mediaInFolder } from '#server/config/config-media.ts';
import { listBackups } from '#server/operate/backup/backup-folder.ts';
import { readManifest } from '#server/operate/backup/manifest.ts';
import { restoreBackup } from '#server/operate/backup/restore/restore-backup.ts';
import {
  exportTexts,
  fillNumbered,
  findUntrue,
  inDatabase,
  startWriter,
  type Place,
} from './numbered-site.ts';
import { startCommand } from './programs.ts';

interface Rounds {
  site: Place;
  /** Site into which backups are restored. */
  beside: Place;
  /** The folder of backups. */
  dir: string;
  rounds: number;
  perSecond: number;
}

/**
 * Backs up a site again and again under writes and restores each backup: it must match the site at some moment of its
 * making.
 */
export async function backUpUnderWrites({ site, beside, dir, rounds, perSecond }: Rounds) {
  await fillNumbered(site);
  const start = await exportTexts(site);
  const problems: string[] = [];
  const seconds: number[] = [];
  const writes = await inDatabase(site.config, async (db) => {
    const writer = startWriter(db, perSecond);
    try {
      for (let round = 0; round < rounds; round += 1) {
        const from = writer.acknowledged();
        const startedAt = performance.now();
        const code = await startCommand(site, 'backup', dir, '--keep', '2').ended;
        seconds.push((performance.now() - startedAt) / 1000);
        const to = writer.begun();
        if (code !== 0) problems.push(`a backup ended with ${code}`);
        await restoreNewest(dir, beside);
        const untrue = findUntrue(await exportTexts(beside), start, { from, to });
        problems.push(...untrue, ...(await findUnsound(beside)));
      }
    } finally {
      await writer.stop();
    }
    return writer.acknowledged();
  });
  return { problems, seconds, writes };
}

async function restoreNewest(dir: string, { config, dataDir }: Place): Promise<void> {
  const backup = path.join(dir, (await listBackups(dir)).at(-1)?.name ?? '');
  // Each restore starts from nothing: files of the last one would hide files that this one lacks.
  for (const name of ['media', 'originals'])
    rmSync(path.join(dataDir, name), { recursive: true, force: true });
  const manifest = await readManifest(backup);
  const target = { database: config, dataDir, media: mediaInFolder };
  await restoreBackup({
    dir: backup,
    manifest,
    target,
    mayReplace: true,
    keepsSessions: false,
    nowMs: Date.now(),
  });
}

async function findUnsound({ config }: Place): Promise<string[]> {
  if (config.engine === 'postgres') return [];
  return inDatabase(config, async ({ read }) => {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(read);
    return rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok');
  });
}
