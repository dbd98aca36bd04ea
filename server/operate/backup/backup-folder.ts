import { mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isoAt } from '#server/base/clock.ts';
import { OperatorError } from '#server/base/errors.ts';
import { minuteMs } from '#server/base/durations.ts';
import { manifestName, readSequence } from './manifest.ts';

// A folder of backups holds a folder for each, named by its time: `2026-11-20T04-00-00.000Z`. A backup that is being
// written or removed has another name, so that nobody takes it for a whole one.

const nameOfBackup = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
const unfinished = '.unfinished-';

export function nameAt(ms: number): string {
  return isoAt(ms).replaceAll(':', '-');
}

export function unfinishedName(name: string): string {
  return unfinished + name;
}

/** Makes the folder where it is missing. @throws OperatorError when backups must not be there. */
export async function prepareFolder(dir: string, dataDir: string): Promise<{ isInData: boolean }> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await readdir(dir);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`cannot use the folder ${dir}: ${reason}`, { cause });
  }
  const within = path.relative(await realpath(dataDir).catch(() => dataDir), await realpath(dir));
  const [first = ''] = within.split(path.sep);
  if (first === 'media')
    throw new OperatorError(
      `${dir} is in the folder of pictures, of which visitors may ask for every file; name another folder`,
    );
  if (first === 'originals' || within === '')
    throw new OperatorError(`${dir} holds files of the site; name a folder of its own`);
  return { isInData: first !== '..' && !path.isAbsolute(within) };
}

/** A backup that was finished. */
export interface FoundBackup {
  /** Its date. */
  name: string;
  /** Null: it was made by an earlier version, or its manifest cannot be read. */
  sequence: number | null;
  isReadable: boolean;
}

/** Finished backups in the order of their making, whatever the clocks said. */
export async function listBackups(dir: string): Promise<FoundBackup[]> {
  const names = await readdir(dir).catch(() => []);
  const backups: FoundBackup[] = [];
  for (const name of names.filter((one) => nameOfBackup.test(one)).sort()) {
    const text = await readFile(path.join(dir, name, manifestName), 'utf8').catch(() => null);
    if (text !== null) backups.push({ name, ...readSequence(text) });
  }
  // Sorting is stable: those without a number stay in the order of their dates.
  return backups.sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
}

/** Names of backups that are dated ahead of the clock, by more than two machines differ. */
export function listAhead(backups: readonly FoundBackup[], nowMs: number): string[] {
  return backups.map(({ name }) => name).filter((name) => name > nameAt(nowMs + maxDifferenceMs));
}

/** How far the clocks of two machines may be apart. */
export const maxDifferenceMs = 5 * minuteMs;

/** Removes the remains of a killed backup. Only for the holder of the folder's lock. */
export async function removeUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (name.startsWith(unfinished)) await rm(path.join(dir, name), { recursive: true, force: true });
  }
}

/** Removes all but the newest, and never the one that was just made. Resolves to the removed names. */
export async function removeOldest(dir: string, keep: number, made: string): Promise<string[]> {
  const others = (await listBackups(dir)).map(({ name }) => name).filter((name) => name !== made);
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of old) {
    const leaving = path.join(dir, unfinishedName(name));
    await rename(path.join(dir, name), leaving);
    await rm(leaving, { recursive: true, force: true });
  }
  return old;
}

/** The folder of one backup: `dir` itself, or the newest backup in it. */
export async function findBackup(dir: string): Promise<string> {
  if ((await stat(path.join(dir, manifestName)).catch(() => null)) !== null) return dir;
  const backups = await listBackups(dir);
  const newest = backups.findLast(({ isReadable }) => isReadable) ?? backups.at(-1);
  // A backup that may be newer is not left out without a word.
  const later = backups.findLast(({ name, isReadable }) => !isReadable && newest && name > newest.name);
  const { name } = later ?? newest ?? {};
  if (name !== undefined) return path.join(dir, name);
  throw new OperatorError(
    `${dir} is no backup and holds none: it has neither ${manifestName} nor a folder such as ${nameAt(0)}`,
  );
}
