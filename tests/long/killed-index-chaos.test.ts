import { expect, test } from 'vitest';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, aProduct, contentFolder, type Files } from '../helpers/content.ts';
import { engines, newDatabaseConfig, temporaryFolder } from '../helpers/databases.ts';
import type { ImportMoment } from '../helpers/import-until.ts';
import { killImport, untilAlone, withDatabase } from '../helpers/killed-import.ts';
import { search, problemsOfIndex } from '../helpers/search.ts';

/** Two editions of a site: everything of one differs in the other, and each has what the other lacks. */
function edition(name: string, from: number): Files {
  const files: Files = { 'authors/lin.md': anAuthor({ name: `${name}作者` }) };
  for (let i = from; i < from + 110; i += 1)
    files[`articles/r${i}.md`] = anArticle({ title: `${name}文章 ${i}` }, `${name}的內文。`.repeat(60));
  for (let i = from; i < from + 110; i += 1)
    files[`products/p${i}.md`] = aProduct({ name: `${name}商品 ${i}` }, `${name}的說明。`.repeat(20));
  return files;
}

/** Progress of an import when it is killed. */
const moments: ImportMoment[] = [
  { phase: 'writing', part: 1 },
  { phase: 'indexing', part: 0.01 },
  { phase: 'indexing', part: 0.6 },
  { phase: 'indexing', part: 1 },
  // While it commits, or close to that: the content may be the new one.
  { phase: 'indexing', part: 1, goesOn: true },
];

test.for(engines)('an import on %s that is killed leaves an index that is as its content', async (engine) => {
  const [oldDir, newDir] = [contentFolder(edition('舊', 0)), contentFolder(edition('新', 10))];
  const config = await newDatabaseConfig(engine);
  const dataDir = temporaryFolder();
  const importAll = (dir: string) =>
    withDatabase(config, (db) => importContent(dir, db, folderStore(dataDir), { prune: true }));
  const found = () =>
    withDatabase(config, async (db) => {
      await untilAlone(db);
      expect(await problemsOfIndex(db)).toEqual([]);
      const results = [await search(db, 'articles', '舊'), await search(db, 'articles', '新')];
      return results.map(({ total }) => total);
    });

  await importAll(oldDir);
  expect(await found()).toEqual([110, 0]);
  for (const moment of moments) {
    await killImport({ dir: newDir, config, dataDir, moment });
    const totals = await found();
    if (moment.goesOn) expect([...totals].sort()).toEqual([0, 110]);
    else expect(totals, `${moment.phase} ${moment.part}`).toEqual([110, 0]);
  }
  await importAll(newDir);
  expect(await found()).toEqual([0, 110]);
});
