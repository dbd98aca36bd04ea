import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
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
import { engines, newDatabaseConfig, temporaryFolder } from '../helpers/databases.ts';
import type { ImportMoment } from '../helpers/import-until.ts';
import { killImport, untilAlone, withDatabase } from '../helpers/killed-import.ts';

/** Two editions of a site: everything of one differs in the other, and each has what the other lacks. */
function edition(name: string, from: number): Files {
  // Otherwise each import would date the texts that it changes.
  const updatedAt = '2026-03-01T08:00:00+08:00';
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
      updatedAt,
      products: [`p${i}`, `p${i + 1}`],
    });
  }
  for (let i = from; i < from + 300; i += 1) {
    files[`products/p${i}.md`] = aProduct({ name: `${name} ${i}`, updatedAt }, `${name}的說明。`.repeat(150));
  }
  return files;
}

/** Progress of an import when it is killed. */
const moments: ImportMoment[] = [
  { phase: 'reading', part: 1 },
  { phase: 'writing', part: 0.01 },
  { phase: 'writing', part: 0.5 },
  { phase: 'writing', part: 1 },
  { phase: 'indexing', part: 0.5 },
  { phase: 'indexing', part: 1 },
  // While it commits, or close to that: the content may be the new one.
  { phase: 'indexing', part: 1, goesOn: true },
];

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
    const oldContent = await importInto(config, oldDir);

    for (const moment of moments) {
      await removeUnusedMedia(config, dataDir);
      await killImport({ dir: newDir, config, dataDir, moment });
      await withDatabase(config, untilAlone);

      await expectSound(config, dataDir);
      const content = await stored();
      const mayBeNew = moment.goesOn && !isDeepStrictEqual(content['site'], oldContent['site']);
      expect(content, `${moment.phase} ${moment.part}`).toEqual(mayBeNew ? newContent : oldContent);
    }
    expect(await importInto(config, newDir)).toEqual(newContent);
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
