import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseConfig } from '#server/config-database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { importContent } from '#server/features/content/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import {
  aDrawing,
  anArticle,
  anAuthor,
  aProduct,
  contentFolder,
  storedContent,
  type Files,
} from '../helpers/content.ts';
import { engines, newDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { startImport, untilAlone, withDatabase } from '../helpers/killed-import.ts';

/** Two editions of a site: everything of one differs in the other, and each has what the other lacks. */
function edition(name: string, from: number): Files {
  const files: Files = { 'site.yaml': `name: ${name}\n` };
  for (let i = from; i < from + 20; i += 1) {
    files[`authors/a${i}.md`] = anAuthor({ name: `${name} ${i}` });
    files[`media/m${i}.svg`] = aDrawing.replace(
      '#86ad7f',
      `#${name === '舊' ? '1' : '2'}${String(i).padStart(2, '0')}`,
    );
  }
  for (let i = from; i < from + 120; i += 1) {
    const [author, cover] = [`a${from + (i % 20)}`, `media/m${from + (i % 20)}.svg`];
    files[`articles/r${i}.md`] = anArticle({
      title: `${name} ${i}`,
      author,
      cover,
      products: [`p${i}`, `p${i + 1}`],
    });
  }
  for (let i = from; i < from + 900; i += 1) {
    files[`products/p${i}.md`] = aProduct({ name: `${name} ${i}` }, `${name}的說明。`.repeat(150));
  }
  return files;
}

const rounds = { sqlite: 5, postgres: 3 };

test.for(engines)(
  'an import on %s that is killed leaves the old content whole or the new one',
  async (engine) => {
    const [oldDir, newDir] = [contentFolder(edition('舊', 0)), contentFolder(edition('新', 10))];
    const config = await newDatabaseConfig(engine);
    const dataDir = temporaryFolder();
    const importInto = (target: DatabaseConfig, dir: string) =>
      withDatabase(target, async (db) => {
        await importContent(dir, db, folderStore(dataDir), { prune: true });
        return storedContent(db.read);
      });
    const stored = () => withDatabase(config, (db) => storedContent(db.read));
    const newContent = await importInto(await newDatabaseConfig(engine), newDir);
    const wholeMs = await timeOfImport(newDir, config, dataDir);
    expect(await stored()).toEqual(newContent);
    const oldContent = await importInto(config, oldDir);

    let killedWhileWriting = 0;
    for (let round = 0; round < rounds[engine]; round += 1) {
      await removeUnusedMedia(config, dataDir);
      const child = startImport(newDir, config, dataDir);
      const isOver = once(child, 'exit');
      // By turns at some moment of its life, and at some moment while it writes.
      let wasWriting = false;
      if (round % 2 === 0) await sleep(wholeMs * (0.3 + 0.9 * Math.random()));
      else wasWriting = await untilWriting(child, config, Math.random());
      child.kill('SIGKILL');
      await isOver;
      await withDatabase(config, untilAlone);

      await expectSound(config, dataDir);
      const content = await stored();
      const isOld = isDeepStrictEqual(content['site'], oldContent['site']);
      expect(content).toEqual(isOld ? oldContent : newContent);
      if (!isOld) await importInto(config, oldDir);
      else if (wasWriting) killedWhileWriting += 1;
    }
    // Otherwise nothing was tested.
    expect(killedWhileWriting).toBeGreaterThan(0);

    await timeOfImport(newDir, config, dataDir);
    expect(await stored()).toEqual(newContent);
  },
);

/** The database is in order, and each picture that it names is in the store as it should be. */
async function expectSound(config: DatabaseConfig, dataDir: string): Promise<void> {
  await withDatabase(config, async (db) => {
    if (db.engine === 'sqlite') {
      const { rows } = await sql`pragma integrity_check`.execute(db.write);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
    }
    for (const { file, bytes } of await db.read.selectFrom('media').select(['file', 'bytes']).execute()) {
      const stored = readFileSync(path.join(dataDir, 'media', file));
      expect(stored).toHaveLength(bytes);
      expect(file).toContain(createHash('sha256').update(stored).digest('hex').slice(0, 24));
    }
  });
}

/** So that each import has pictures to store. */
async function removeUnusedMedia(config: DatabaseConfig, dataDir: string): Promise<void> {
  const used = await withDatabase(config, (db) => db.read.selectFrom('media').select('file').execute());
  const mediaDir = path.join(dataDir, 'media');
  for (const file of readdirSync(mediaDir)) {
    if (!used.some((media) => media.file === file)) rmSync(path.join(mediaDir, file));
  }
}

async function timeOfImport(dir: string, config: DatabaseConfig, dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const child = startImport(dir, config, dataDir);
  await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  return performance.now() - startedAt;
}

/** Resolves when the child has written a part of what it will; false when it has ended before. */
async function untilWriting(child: ChildProcess, config: DatabaseConfig, part: number): Promise<boolean> {
  const isWriting =
    config.engine === 'sqlite' ? hasWritten(config.file, part * 1_500_000) : await holdsLock(config);
  while (child.exitCode === null) {
    if (await isWriting()) {
      if (config.engine === 'postgres') await sleep(part * 150);
      return true;
    }
    await sleep(1);
  }
  return false;
}

/** What does not fit in memory goes to the log before it is committed. */
function hasWritten(file: string, bytes: number): () => boolean {
  return () => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > bytes;
}

async function holdsLock(config: DatabaseConfig): Promise<() => Promise<boolean>> {
  const db = await openDatabase(config, silentLog);
  onTestFinished(() => db.close());
  return async () => {
    const { rows } = await sql`select 1 from pg_locks where mode = 'ShareRowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db.read);
    return rows.length > 0;
  };
}
