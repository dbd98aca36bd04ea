import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseConfig } from '#server/config.ts';
import { openDatabase, type Database } from '#server/db/open-database.ts';
import { production } from '#scripts/build/folders.ts';
import { anArticle, anAuthor, aProduct, contentFolder, type Files } from '../helpers/content.ts';
import { engines, newDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';
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

test.for(engines)(
  'an import on %s that is killed leaves an index that is as its content',
  { timeout: 240_000 },
  async (engine) => {
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
  },
);

async function withDatabase(config: DatabaseConfig, work: (db: Database) => Promise<void>): Promise<void> {
  const db = await openDatabase(config, silentLog);
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

function startImport(dir: string, config: DatabaseConfig, dataDir: string): ChildProcess {
  const cli = path.join(production.outDir, 'cli.js');
  const child = spawn(process.execPath, [cli, 'content', 'import', '--prune', dir], {
    env: {
      ...process.env,
      DATABASE_URL: config.engine === 'sqlite' ? `sqlite:${config.file}` : config.url,
      DATA_DIR: dataDir,
    },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** A killed client's last statement may still run in the server, and end in its commit. */
async function untilAlone({ engine, read }: Database): Promise<void> {
  if (engine === 'sqlite') return;
  await expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
        and xact_start is not null and pid <> pg_backend_pid()`.execute(read);
      return rows.length;
    })
    .toBe(0);
}
