import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { production } from '../build/folders.ts';
import type { Figure } from './figures.ts';
import { get } from './http-client.ts';
import { aheadOfOthers, offServerCore, readRssMb } from './machine.ts';
import { openFilled } from './mixed-trace.ts';
import { startProgram } from './programs.ts';
import { startSite, withTemporaryFolder, type Site } from './site.ts';
import { median, quantile } from './statistics.ts';
import { askSteadily } from './steady-visitors.ts';

const rounds = 5;
const products = 10_000;
const restMs = 4_000;

/** A page that the import does not touch, asked for at a steady rate, by turns at rest and while an import runs. */
export async function measureImport(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const db = await openFilled(dataDir);
    const site = await startSite({ dataDir, isPinned: true, pageStoreMb: 64 });
    try {
      return await offServerCore(() => aheadOfOthers(() => measure(site, dataDir)));
    } finally {
      await site.stop();
      await db.close();
    }
  });
}

async function measure(site: Site, dataDir: string): Promise<Figure[]> {
  const page = site.origin + (await firstArticle(site));
  const rest: number[] = [];
  const meanwhile: number[] = [];
  const seconds: number[] = [];
  const memory: number[] = [];
  await askSteadily(page, forMs(restMs));
  for (let round = 0; round < rounds; round += 1) {
    rest.push(quantile(await askSteadily(page, forMs(restMs)), 0.99));
    const program = startImport(makeFolder(dataDir, round), dataDir);
    const [times, took] = await Promise.all([askSteadily(page, program.isRunning), program.seconds]);
    meanwhile.push(quantile(times, 0.99));
    seconds.push(took);
    memory.push(program.maxMb());
  }
  const [atRest, importing] = [median(rest), median(meanwhile)];
  return [
    { name: `import of ${products} products`, value: median(seconds), unit: 's', target: { below: 60 } },
    { name: 'its memory at most', value: Math.max(...memory), unit: 'MB', target: { below: 500 } },
    {
      name: 'p99 of a warm page meanwhile, times that at rest',
      value: importing / atRest,
      unit: '×',
      target: { below: 3 },
      note: `${atRest.toFixed(2)} and ${importing.toFixed(2)} ms, medians of ${rounds} imports, 2,000 requests a second`,
    },
  ];
}

function forMs(ms: number): () => boolean {
  const endsAt = performance.now() + ms;
  return () => performance.now() < endsAt;
}

function makeFolder(dataDir: string, round: number): string {
  const dir = path.join(dataDir, `incoming-${round}`);
  mkdirSync(path.join(dir, 'products'), { recursive: true });
  for (let i = 0; i < products; i += 1) {
    const text = `---\nname: 茶 ${i}\ncategory: 新進\nprice: ${i}\npublishedAt: 2026-01-01T08:00:00+08:00\n---\n\n第 ${i} 號。\n`;
    writeFileSync(path.join(dir, 'products', `p${round}-${i}.md`), text);
  }
  return dir;
}

function startImport(dir: string, dataDir: string) {
  const command = [path.join(production.outDir, 'cli.js'), 'content', 'import', dir];
  const startedAt = performance.now();
  const program = startProgram(process.execPath, command, {
    env: { DATA_DIR: dataDir, DATABASE_URL: `sqlite:${path.join(dataDir, 'site.db')}` },
  });
  let maxMb = 0;
  const looking = setInterval(() => (maxMb = Math.max(maxMb, readRssMb(program.pid) ?? 0)), 50);
  const seconds = new Promise<number>((resolve, reject) =>
    program.process.once('exit', (code) => {
      clearInterval(looking);
      if (code === 0) resolve((performance.now() - startedAt) / 1000);
      else reject(new Error(`the import ended with ${code}`));
    }),
  );
  return { isRunning: () => !program.hasEnded(), seconds, maxMb: () => maxMb };
}

async function firstArticle(site: Site): Promise<string> {
  const { body } = await get(`${site.origin}/articles`);
  const address = /href="(\/articles\/[^"?#]+)"/.exec(body)?.[1];
  if (address === undefined) throw new Error('the article list names no article');
  return address;
}
