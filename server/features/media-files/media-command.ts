import { randomUUID } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import { parseArguments, type CommandOutput } from '#server/base/command.ts';
import { OperatorError } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import type { MediaStore } from '#server/media/store/media-store.ts';
import { openMediaPlaces } from '#server/media/store/open-media-store.ts';
import { requireSiteSettings } from '#server/media/store/site-media.ts';
import { moveMedia, type MediaMoveReport } from './move-media.ts';

export const mediaUsage = `media check                  write a file into MEDIA_STORE, read it, find it in the list and remove it
media move [--delete]        copy all files from MEDIA_STORE_ALSO to MEDIA_STORE and compare them, while the site runs;
                             --delete removes from MEDIA_STORE_ALSO what both have then`;

/** Runs one command for the files of pictures. Resolves to the exit code. */
export async function mediaCommand(
  args: readonly string[],
  config: Config,
  log: Log,
  { out, err }: CommandOutput,
): Promise<number> {
  const wanted = parse(args);
  if (wanted === null) {
    err(`Usage:\n${mediaUsage}`);
    return 2;
  }
  const { store, move } = openMediaPlaces(config);
  if (wanted.action === 'check') {
    await check(move?.to ?? store);
    out(`Files can be written, read, listed and removed in ${(move?.to ?? store).place}.`);
    return 0;
  }
  if (move === null)
    throw new OperatorError(
      'MEDIA_STORE_ALSO is not set, so nothing is to move: it names the place that the files are in, and MEDIA_STORE the one that they are to be in (docs/operating/media.md)',
    );
  // A site with other settings would still look for the files that it removes.
  await requireSiteSettings(config, log);
  const report = await moveMedia({ ...move, deletes: wanted.deletes, tell: err });
  out(describe(report, move.to));
  for (const name of report.damaged)
    err(`${name} is damaged: its content is not what was put there. It was neither copied nor removed.`);
  return report.damaged.length === 0 ? 0 : 1;
}

function parse(args: readonly string[]): { action: 'check' | 'move'; deletes: boolean } | null {
  const read = parseArguments(args, { delete: { type: 'boolean' } });
  const [action, ...rest] = read?.positionals ?? [];
  if (rest.length > 0 || (action !== 'check' && action !== 'move')) return null;
  const deletes = read?.values.delete ?? false;
  return action === 'check' && deletes ? null : { action, deletes };
}

function describe({ files, bytes, copied, removed }: MediaMoveReport, to: MediaStore): string {
  const removal = removed === 0 ? '' : ` ${removed} were removed from the former place.`;
  return `${files} files (${(bytes / 1e6).toFixed(1)} MB) are the same in both places; ${copied} of them were copied to ${to.place}.${removal}`;
}

/** @throws when the store cannot do what the site needs. */
async function check(store: MediaStore): Promise<void> {
  const name = `originals/.check-${randomUUID()}`;
  const data = Buffer.from(name);
  await store.put(name, data);
  try {
    if (!(await store.read(name))?.equals(data))
      throw new OperatorError(`${store.place} gives back something else than what was put`);
    let isListed = false;
    for await (const file of store.list()) if (file.name === name) isListed = true;
    if (!isListed) throw new OperatorError(`${store.place} does not list what was put`);
  } finally {
    await store.remove(name);
  }
  if ((await store.stat(name)) !== null) throw new OperatorError(`${store.place} keeps what was removed`);
}
