import { stat } from 'node:fs/promises';
import path from 'node:path';
import { migrations } from '#server/db/migrations.ts';
import { OperatorError } from '#server/base/errors.ts';
import type { Config } from '#server/config/config.ts';
import type { Manifest } from '../manifest.ts';
import { forEachOf, sumOf } from '#server/media/store/sums.ts';

const atOnce = 4;
const maxTold = 10;

/** @throws OperatorError when this program cannot do anything with such a backup. */
export function requireUsable(manifest: Manifest, { engine }: Config['database']): void {
  if (manifest.engine !== engine)
    throw new OperatorError(
      `the backup is of ${manifest.engine}, and DATABASE_URL names ${engine}; a backup is restored to the engine that it was made of`,
    );
  const { expand = [] } = manifest;
  const unknown = manifest.migrations.filter(
    (name) => !migrations.some((migration) => migration.name === name) && !expand.includes(name),
  );
  if (unknown.length > 0)
    throw new OperatorError(
      `the backup is newer than this version of the program: its database has the migration(s) ${unknown.join(', ')}; use the version that made it, or a later one`,
    );
}

/** Reads every file of the backup. @throws OperatorError when one is not what it was. */
export async function requireWhole(dir: string, { files }: Manifest): Promise<void> {
  const problems: string[] = [];
  await forEachOf(Object.entries(files), atOnce, async ([name, { bytes, sha256 }]) => {
    const file = path.join(dir, name);
    const there = await stat(file).catch(() => null);
    if (there === null) problems.push(`${name} is missing`);
    else if (there.size !== bytes) problems.push(`${name} has ${there.size} bytes instead of ${bytes}`);
    else if ((await sumOf(file)).sha256 !== sha256) problems.push(`${name} has another sum`);
  });
  if (problems.length === 0) return;
  const list = problems.sort().slice(0, maxTold).join('\n  ');
  throw new OperatorError(
    `${dir} is damaged, and nothing was changed. ${problems.length} file(s) are not what they were:\n  ${list}`,
  );
}
