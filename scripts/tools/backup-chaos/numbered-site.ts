import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { openDatabase, writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { exportContent } from '#server/features/import-export/export-content.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { createLog } from '#server/base/log.ts';
import { folderStore } from '#server/media/store/folder-store.ts';

/** How many articles, and as many products. */
export const entries = 40;

export interface Place {
  config: DatabaseConfig;
  dataDir: string;
}

/** Fills a site whose titles and pictures show their time: each contains the number of the write that made it. */
export async function fillNumbered({ config, dataDir }: Place): Promise<void> {
  const dir = path.join(dataDir, 'incoming');
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), text);
  };
  const time = 'publishedAt: 2026-01-01T08:00:00+08:00';
  write('authors/lin.md', '---\nname: 林\n---\n');
  for (let i = 0; i < entries; i += 1) {
    write(`media/m${i}.svg`, drawing(0).replace('</svg>', `<!-- ${i} --></svg>`));
    write(
      `articles/a${i}.md`,
      `---\ntitle: ${titleAt(0)}\nauthor: lin\ncover: media/m${i}.svg\n${time}\n---\n\n內文。\n`,
    );
    write(`products/p${i}.md`, `---\nname: ${titleAt(0)}\ncategory: 茶\n${time}\n---\n\n說明。\n`);
  }
  await inDatabase(config, (db) => importContent(dir, db, folderStore(dataDir)));
  rmSync(dir, { recursive: true });
}

function drawing(n: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" viewBox="0 0 40 30"><desc>${titleAt(n)}</desc><rect width="40" height="30" fill="#86ad7f"/></svg>`;
}

function titleAt(n: number): string {
  return `第 ${n} 次`;
}

/** Writes at a steady rate: each write changes an article and a product together. */
export function startWriter(db: Database, perSecond: number) {
  let isOver = false;
  let begun = 0;
  let acknowledged = 0;
  const writing = (async () => {
    const startedAt = performance.now();
    while (!isOver) {
      const n = (begun += 1);
      await writeTransaction(db, async (trx) => {
        const title = titleAt(n);
        await trx
          .updateTable('articles')
          .set({ title })
          .where('id', '=', `a${n % entries}`)
          .execute();
        await trx
          .updateTable('products')
          .set({ name: title })
          .where('id', '=', `p${n % entries}`)
          .execute();
      });
      acknowledged = n;
      await delay(Math.max(0, startedAt + (1000 * n) / perSecond - performance.now()));
    }
  })();
  return {
    begun: () => begun,
    acknowledged: () => acknowledged,
    async stop(): Promise<void> {
      isOver = true;
      await writing;
    },
  };
}

/** The text of every file that an export writes, by its name. */
export async function exportTexts({ config, dataDir }: Place): Promise<Map<string, string>> {
  const dir = mkdtempSync(path.join(dataDir, 'export-'));
  try {
    await inDatabase(config, (db) => exportContent(dir, db, folderStore(dataDir)));
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return new Map(
      files.map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [path.relative(dir, file), readFileSync(file, 'utf8')];
      }),
    );
  } finally {
    rmSync(dir, { recursive: true });
  }
}

interface Moments {
  /** Every write up to this one was acknowledged before the backup began. */
  from: number;
  /** No later one had begun when it ended. */
  to: number;
}

/** Finds the parts of an export that do not match a single one of these moments; `start` is an export of number 0. */
export function findUntrue(
  texts: ReadonlyMap<string, string>,
  start: ReadonlyMap<string, string>,
  { from, to }: Moments,
): string[] {
  const numbers = [...texts.values()].map((text) => Number(/第 (\d+) 次/.exec(text)?.[1] ?? 0));
  const moment = Math.max(...numbers);
  const problems =
    moment < from || moment > to ? [`it is of write ${moment}, and was made from ${from} to ${to}`] : [];
  const names = new Set([...texts.keys(), ...start.keys()]);
  for (const name of names) {
    const text = start.get(name);
    const place = /^(?:articles\/a|products\/p)(\d+)\.md$/.exec(name)?.[1];
    const expected =
      place === undefined ? text : text?.replace(titleAt(0), titleAt(lastWriteOf(Number(place), moment)));
    if (texts.get(name) !== expected) problems.push(`${name} is not what it was at write ${moment}`);
  }
  return problems;
}

function lastWriteOf(place: number, moment: number): number {
  const last = moment - ((((moment - place) % entries) + entries) % entries);
  return Math.max(0, last);
}

export async function inDatabase<T>(config: DatabaseConfig, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(config, createLog('silent'));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
