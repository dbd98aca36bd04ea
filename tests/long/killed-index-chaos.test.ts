import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { anArticle, anAuthor, aProduct, contentFolder, type Files } from '../helpers/content.ts';
import { engines, newDatabaseConfig, temporaryFolder } from '../helpers/databases.ts';
import { startImport, untilAlone, withDatabase } from '../helpers/killed-import.ts';
import { search, problemsOfIndex } from '../helpers/search.ts';

/** Two editions of a site: everything of one differs in the other, and each has what the other lacks. */
function edition(name: string, from: number): Files {
  const files: Files = { 'authors/lin.md': anAuthor({ name: `${name}作者` }) };
  for (let i = from; i < from + 150; i += 1)
    files[`articles/r${i}.md`] = anArticle({ title: `${name}文章 ${i}` }, `${name}的內文。`.repeat(60));
  for (let i = from; i < from + 300; i += 1)
    files[`products/p${i}.md`] = aProduct({ name: `${name}商品 ${i}` }, `${name}的說明。`.repeat(20));
  return files;
}

test.for(engines)('an import on %s that is killed leaves an index that is as its content', async (engine) => {
  const dirs = [contentFolder(edition('舊', 0)), contentFolder(edition('新', 10))] as const;
  const config = await newDatabaseConfig(engine);
  const dataDir = temporaryFolder();
  let startedAt = performance.now();
  expect((await once(startImport(dirs[0], config, dataDir), 'exit'))[0]).toBe(0);
  let wholeMs = performance.now() - startedAt;

  let killed = 0;
  for (let round = 0; round < 12 && killed < 4; round += 1) {
    startedAt = performance.now();
    const child = startImport(dirs[(round + 1) % 2 === 0 ? 0 : 1], config, dataDir);
    const isOver = once(child, 'exit');
    await sleep(wholeMs * (0.4 + 0.55 * Math.random()));
    child.kill('SIGKILL');
    if ((await isOver)[0] === null) killed += 1;
    // The machine has less to do than before.
    else wholeMs *= 0.7;
    await withDatabase(config, async (db) => {
      await untilAlone(db);
      expect(await problemsOfIndex(db)).toEqual([]);
      const found = [await search(db, 'articles', '舊'), await search(db, 'articles', '新')];
      expect(found.map(({ total }) => total).sort()).toEqual([0, 150]);
    });
  }
  // Otherwise nothing was tested.
  expect(killed).toBeGreaterThan(0);
});
