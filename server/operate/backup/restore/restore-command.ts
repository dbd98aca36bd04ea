import path from 'node:path';
import { parseArguments, type CommandOutput } from '#server/base/command.ts';
import type { Config } from '#server/config/config.ts';
import { findBackup, listAhead, listBackups } from '../backup-folder.ts';
import { readManifest } from '../manifest.ts';
import { restoreBackup } from './restore-backup.ts';

export const restoreUsage = `restore DIR [--replace] [--keep-sessions]
                             put the backup DIR, or the newest one in DIR, in the place of a stopped site; --replace
                             where there is a site already, --keep-sessions ends no session`;

/** Restores a backup. Resolves to the exit code. */
export async function restoreCommand(
  args: readonly string[],
  config: Config,
  { out, err }: CommandOutput,
): Promise<number> {
  const wanted = parse(args);
  if (wanted === null) {
    err(`Usage:\n${restoreUsage}`);
    return 2;
  }
  const dir = await findBackup(wanted.dir);
  const manifest = await readManifest(dir);
  out(`Restoring ${dir}, which was made at ${manifest.madeAt}.`);
  const ahead = listAhead(await listBackups(path.dirname(dir)), Date.now());
  if (ahead.includes(path.basename(dir)))
    err("It is dated ahead of this machine's clock: one of both clocks was or is wrong.");
  else if (ahead.length > 0)
    err(`Beside it there are backups that are dated ahead of this machine's clock: ${ahead.join(', ')}.`);
  const { mayReplace, keepsSessions } = wanted;
  await restoreBackup({ dir, manifest, target: config, mayReplace, keepsSessions, nowMs: Date.now() });
  for (const name of [...manifest.missing, ...manifest.unreadable, ...manifest.damaged])
    err(`The backup does not have ${name}.`);
  const signedOut = keepsSessions
    ? ''
    : ' Everybody is signed out, and links for setting a password have ended.';
  out(`Restored.${signedOut} Start the site.`);
  return 0;
}

function parse(args: readonly string[]): { dir: string; mayReplace: boolean; keepsSessions: boolean } | null {
  const read = parseArguments(args, { replace: { type: 'boolean' }, 'keep-sessions': { type: 'boolean' } });
  const [dir, ...rest] = read?.positionals ?? [];
  if (read === null || dir === undefined || rest.length > 0) return null;
  const { replace: mayReplace = false, 'keep-sessions': keepsSessions = false } = read.values;
  return { dir: path.resolve(dir), mayReplace, keepsSessions };
}
