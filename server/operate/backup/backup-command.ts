import path from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { Log } from '#server/base/log.ts';
import { parseArguments, type CommandOutput } from '#server/base/command.ts';
import { reasonOf } from '#server/base/errors.ts';
import { listAhead, listBackups, prepareFolder, removeOldest } from './backup-folder.ts';
import { listLost } from './make/lost-files.ts';
import { makeBackup, type MadeBackup } from './make/make-backup.ts';
import { isOfDatabase } from './manifest.ts';
import { noteBackup } from './make/note-backup.ts';
import { verifyBackup } from './verify-backup.ts';

export const backupUsage = `backup DIR [--keep N] [--verify]
                             write a backup of database and pictures into a new folder in DIR, while the site runs;
                             --keep removes all but the N newest, --verify restores it beside and compares the content`;

/** Makes a backup. Resolves to the exit code. */
export async function backupCommand(
  args: readonly string[],
  config: Config,
  log: Log,
  { out, err }: CommandOutput,
): Promise<number> {
  const wanted = parse(args);
  if (wanted === null) {
    err(`Usage:\n${backupUsage}`);
    return 2;
  }
  const { dir, keep, isVerified } = wanted;
  const startedAt = performance.now();
  const { isInData } = await prepareFolder(dir, config.dataDir);
  if (isInData) err(`${dir} is in DATA_DIR: what becomes of its disk becomes of the backup too.`);
  const verify = isVerified && (await verifyBackup(config, log, { dir, out }));
  const made = await makeBackup({ config, dir, nowMs: Date.now(), ...(verify && { verify }) });
  out(`${describe(made)}, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  await tellAhead(dir, path.basename(made.dir), err);
  if (!(await isWhole(made, err))) return 1;
  const removed = keep === null ? [] : await removeOldest(dir, keep, path.basename(made.dir));
  if (removed.length > 0) out(`Removed ${removed.join(', ')}: ${keep} are kept.`);
  await noteBackup(config.database, log, describe(made)).catch((error: unknown) =>
    err(`The backup is good, but the status page will not show it: ${reasonOf(error)}`),
  );
  return 0;
}

/** The exit code shows it to an operator's timer; older backups may still have the missing files. */
async function isWhole(made: MadeBackup, err: CommandOutput['err']): Promise<boolean> {
  const { missing, unreadable, damaged } = made.manifest;
  tellOf(missing, 'the database names, and the site does not have', err);
  tellOf(unreadable, 'could not be read, and the backup does not have', err);
  tellOf(damaged, 'are not what was once put there, and the backup does not have', err);
  const lost = await listLost(made);
  tellOf(lost, 'are in an earlier backup, and not in this one', err);
  if (lost.length > 0)
    err('No earlier backup was removed. Look at MEDIA_STORE and DATA_DIR, or restore what was lost.');
  return unreadable.length + damaged.length + lost.length === 0;
}

/**
 * Warns of backups ahead of the clock: all before them count as older, and either their dates or this machine's clock
 * are wrong.
 */
async function tellAhead(dir: string, made: string, err: CommandOutput['err']): Promise<void> {
  const ahead = listAhead(await listBackups(dir), Date.now()).filter((name) => name !== made);
  if (ahead.length > 0)
    err(
      `${ahead.length} backup(s) are dated ahead of this machine's clock, and were made before this one: ${ahead.join(', ')}. A clock was or is wrong.`,
    );
}

function parse(args: readonly string[]): { dir: string; keep: number | null; isVerified: boolean } | null {
  const read = parseArguments(args, { keep: { type: 'string' }, verify: { type: 'boolean' } });
  const [dir, ...rest] = read?.positionals ?? [];
  if (read === null || dir === undefined || rest.length > 0) return null;
  const { keep, verify: isVerified = false } = read.values;
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) return null;
  return { dir: path.resolve(dir), keep: keep === undefined ? null : Number(keep), isVerified };
}

function describe({ dir, manifest, shared }: MadeBackup): string {
  const { files, tables } = manifest;
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const bytesOf = (of: readonly { bytes: number }[]) => of.reduce((sum, file) => sum + file.bytes, 0);
  const ofDatabase = Object.entries(files).flatMap(([name, file]) => (isOfDatabase(name) ? [file] : []));
  const database = megabytes(bytesOf(ofDatabase));
  const media = Object.keys(files).length - ofDatabase.length;
  const bytes = bytesOf(Object.values(files));
  const sharing = shared === 0 ? '' : `, ${shared} of them shared with the backup before`;
  return `Backup in ${dir}: ${rows} rows in ${Object.keys(tables).length} tables (${database}), ${media} files of pictures${sharing} (${megabytes(bytes)} in all)`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

const maxTold = 10;

function tellOf(names: readonly string[], what: string, err: (line: string) => void): void {
  if (names.length === 0) return;
  const more = names.length > maxTold ? ` and ${names.length - maxTold} more, see manifest.json` : '';
  err(`${names.length} file(s) ${what}: ${names.slice(0, maxTold).join(', ')}${more}`);
}
