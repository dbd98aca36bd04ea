import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Transaction } from 'kysely';
import { isoAt } from '#server/base/clock.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { dayMs } from '#server/base/durations.ts';

export interface ArchivedBuild {
  id: string;
  /** Milliseconds since 1970. */
  timestamp: number;
}

interface Retention {
  days: number;
  bytes: number;
}

/**
 * Puts this build and its files into the database, where they survive the next deploy and every machine finds
 * them, and drops files that no build of the last days had, and the oldest beyond the size. (About 0.5 MB a
 * build; a file that two builds share is kept once, since its name is its content's hash.)
 */
export async function archiveBuild(
  db: Database,
  build: ArchivedBuild,
  assetsDir: string,
  { nowMs, retention }: { nowMs: number; retention: Retention },
): Promise<void> {
  const names = (await readdir(assetsDir)).filter(
    (name) => isAssetName(name) && !/\.(?:map|br|gz|zst)$/.test(name),
  );
  const seenAt = isoAt(nowMs);
  const builtAt = isoAt(build.timestamp);
  await writeTransaction(db, async (trx) => {
    await trx
      .insertInto('builds')
      .values({ id: build.id, built_at: builtAt, seen_at: seenAt })
      .onConflict((oc) => oc.column('id').doUpdateSet({ seen_at: seenAt }))
      .execute();
    const stored = await trx.selectFrom('build_assets').select('name').where('name', 'in', names).execute();
    const storedNames = new Set(stored.map((row) => row.name));
    for (const name of names) {
      if (storedNames.has(name)) continue;
      const content = await readFile(path.join(assetsDir, name));
      const row = { name, content, bytes: content.length, seen_at: seenAt };
      await trx
        .insertInto('build_assets')
        .values(row)
        .onConflict((oc) => oc.column('name').doNothing())
        .execute();
    }
    await trx.updateTable('build_assets').set({ seen_at: seenAt }).where('name', 'in', names).execute();
    await dropOld(trx, seenAt, isoAt(nowMs - retention.days * dayMs), retention.bytes);
  });
}

async function dropOld(
  trx: Transaction<Schema>,
  seenNow: string,
  oldest: string,
  maxBytes: number,
): Promise<void> {
  await trx.deleteFrom('build_assets').where('seen_at', '<', oldest).execute();
  await trx.deleteFrom('builds').where('seen_at', '<', oldest).execute();
  const kept = await trx
    .selectFrom('build_assets')
    .select(['name', 'bytes', 'seen_at'])
    .orderBy('seen_at', 'desc')
    .execute();
  let total = 0;
  for (const { name, bytes, seen_at } of kept) {
    total += bytes;
    // This build's own files stay, whatever their size.
    if (total <= maxBytes || seen_at === seenNow) continue;
    await trx.deleteFrom('build_assets').where('name', '=', name).execute();
  }
}

/** Resolves to a file of an earlier build, or null. */
export async function findArchivedAsset(db: Database, name: string): Promise<Buffer | null> {
  if (!isAssetName(name)) return null;
  const row = await db.read
    .selectFrom('build_assets')
    .select('content')
    .where('name', '=', name)
    .executeTakeFirst();
  return row ? Buffer.from(row.content) : null;
}

/** Resolves to a build that has run here, or null. */
export async function findBuild(db: Database, id: string): Promise<ArchivedBuild | null> {
  const row = await db.read
    .selectFrom('builds')
    .select(['id', 'built_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { id: row.id, timestamp: Date.parse(row.built_at) } : null;
}

/** Whether esbuild or the style build would give a file this name. */
function isAssetName(name: string): boolean {
  return /^[\w.-]{1,100}-[A-Z0-9]{8}\.(?:js|css|js\.map)$/.test(name);
}
