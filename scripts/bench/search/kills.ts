import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase, type Database } from '#server/db/open-database.ts';
import { importContent } from '#server/features/content/import-content.ts';
import { createLog } from '#server/log.ts';
import { checkIndex } from '#server/search/check-index.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import type { Figure } from '../figures.ts';
import { startProgram } from '../programs.ts';
import { within } from '../within.ts';
import { onEachDatabase } from '../each-engine.ts';
import type { Writing } from './write-until-killed.ts';

/** Of each engine. */
const kills = Number(process.env['SEARCH_KILLS'] ?? 200);
const articles = 60;
const products = 120;
const maxWritingMs = 400;

/** A program that saves and imports is killed again and again: the index is as the content each time. */
export function measureSearchKills(): Promise<Figure[]> {
  return onEachDatabase(async ({ config, dataDir }) => {
    const editions = [makeEdition(dataDir, '舊', 0), makeEdition(dataDir, '新', 10)] as const;
    const db = await openDatabase(config, createLog('warn'));
    try {
      await importContent(editions[0], db, folderStore(dataDir));
      const startedAt = performance.now();
      const problems: string[] = [];
      for (let round = 0; round < kills; round += 1) {
        await killWriting({ config, dataDir, editions, articles });
        problems.push(...(await findProblems(db)));
      }
      for (const problem of problems.slice(0, 10)) console.error(`  ${problem}`);
      const seconds = (performance.now() - startedAt) / 1000;
      return [
        {
          name: `search, ${db.engine}: what is wrong with the index after kills`,
          value: problems.length,
          unit: '',
          target: { below: 1 },
          note: `${kills} kills during saves and imports, ${(seconds / kills).toFixed(1)} s each`,
        },
      ];
    } finally {
      await db.close();
    }
  });
}

async function killWriting(writing: Writing): Promise<void> {
  const file = path.join(import.meta.dirname, 'write-until-killed.ts');
  const program = startProgram(process.execPath, [file], { hasChannel: true });
  const ready = new Promise((resolve) => program.process.once('message', resolve));
  const ended = new Promise((resolve) => program.process.once('exit', resolve));
  program.process.send(writing satisfies Writing);
  await within(60_000, 'the program that writes', Promise.race([ready, ended]));
  if (program.hasEnded()) throw new Error('the program that writes has ended by itself');
  await delay(maxWritingMs * Math.random());
  program.process.kill('SIGKILL');
  await ended;
  await program.stop();
}

async function findProblems(db: Database): Promise<string[]> {
  if (db.engine === 'postgres') await untilAlone(db);
  const { problems, waiting } = await checkIndex(db, { queries: 10, now: '2200-01-01T00:00:00.000Z' });
  return waiting === 0 ? problems : [...problems, `${waiting} entries wait`];
}

/** A killed client's last statement may still run in the server, and end in its commit. */
async function untilAlone({ read }: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
      and xact_start is not null and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
      read,
    );
    if (rows.length === 0) return;
    await delay(10);
  }
}

/** All of one edition differs in the other, and each has what the other lacks. */
function makeEdition(dataDir: string, name: string, from: number): string {
  const dir = path.join(dataDir, `edition-${from}`);
  const write = (file: string, front: string, body: string) => {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), `---\n${front}\n---\n\n${body}\n`);
  };
  const time = 'publishedAt: 2026-01-01T08:00:00+08:00';
  write('authors/lin.md', `name: ${name}作者`, '寫字的人。');
  for (let i = from; i < from + articles; i += 1)
    write(`articles/r${i}.md`, `title: ${name}文章 ${i}\nauthor: lin\n${time}`, `${name}的內文。`.repeat(40));
  for (let i = from; i < from + products; i += 1)
    write(`products/p${i}.md`, `name: ${name}商品 ${i}\ncategory: 茶\n${time}`, `${name}的說明。`.repeat(15));
  return dir;
}
