import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { production } from '#scripts/build/folders.ts';
import { readCpuSeconds, readRssMb } from './machine.ts';
import { startProgram } from '#scripts/tools/servers/programs.ts';

/** A folder of so many products, others in each round. Resolves to its path. */
export function makeProducts(dataDir: string, round: number, count: number): string {
  const dir = path.join(dataDir, `incoming-${round}`);
  mkdirSync(path.join(dir, 'products'), { recursive: true });
  for (let i = 0; i < count; i += 1) {
    const text = `---\nname: 茶 ${i}\ncategory: 新進\nprice: ${i}\npublishedAt: 2026-01-01T08:00:00+08:00\n---\n\n第 ${i} 號。\n`;
    writeFileSync(path.join(dir, 'products', `p${round}-${i}.md`), text);
  }
  return dir;
}

/** The command `content import`, as an operator runs it. */
export function startImport(dir: string, { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string }) {
  const command = [path.join(production.outDir, 'cli.js'), 'content', 'import', dir];
  const startedAt = performance.now();
  const program = startProgram(process.execPath, command, {
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
  });
  let maxMb = 0;
  let cpuSeconds = 0;
  const looking = setInterval(() => {
    maxMb = Math.max(maxMb, readRssMb(program.pid) ?? 0);
    cpuSeconds = Math.max(cpuSeconds, readCpuSeconds(program.pid) ?? 0);
  }, 50);
  const seconds = new Promise<number>((resolve, reject) =>
    program.process.once('exit', (code) => {
      clearInterval(looking);
      if (code === 0) resolve((performance.now() - startedAt) / 1000);
      else reject(new Error(`the import ended with ${code}`));
    }),
  );
  return {
    isRunning: () => !program.hasEnded(),
    seconds,
    maxMb: () => maxMb,
    /** All but the last twentieth of a second. */
    cpuSeconds: () => cpuSeconds,
  };
}
