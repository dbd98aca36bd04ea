import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { production } from '#scripts/build/folders.ts';
import { aProduct, contentFolder, type Files } from '../helpers/content.ts';
import { openTestDatabase, temporaryFolder } from '../helpers/databases.ts';

function products(count: number): Files {
  const numbers = Array.from({ length: count }, (_, i) => i);
  return Object.fromEntries(
    numbers.map((i) => [
      `products/p${i}.md`,
      aProduct({ name: `茶 ${i}`, price: i }, `第 ${i} 號。\n\n## 沖泡\n\n**九十度**。`),
    ]),
  );
}

// How long 10,000 take, and how much memory, is measured by `npm run bench -- import`.
test('2,000 products are imported at once, and each step is told', async () => {
  const dir = contentFolder(products(2000));
  const db = await openTestDatabase('sqlite');
  const seen: string[] = [];
  const report = await importContent(dir, db, folderStore(temporaryFolder()), {
    onProgress: (phase, done, total) => seen.push(`${phase} ${done}/${total}`),
  });
  expect(report.written.products).toBe(2000);
  expect(seen.filter((step) => step.startsWith('reading'))).toHaveLength(2000);
  expect(seen).toContain('writing 2000/2000');
  expect(seen.at(-1)).toBe('indexing 2000/2000');
});

const ours = os.getPriority();
const { PRIORITY_BELOW_NORMAL: low } = os.constants.priority;
// The lowest has 1 % of a core on a busy machine, which is too little for a test.
const lower = low + 1;

test.runIf(process.platform === 'linux').for([
  { begunAt: ours, runsAt: Math.max(ours, low) },
  { begunAt: lower, runsAt: lower },
])('an import that is begun at nice $begunAt runs at nice $runsAt', async ({ begunAt, runsAt }) => {
  const cli = path.join(production.outDir, 'cli.js');
  const env = { ...process.env, DATA_DIR: temporaryFolder(), DATABASE_URL: '' };
  const args = [
    '-n',
    String(begunAt - ours),
    process.execPath,
    cli,
    'content',
    'import',
    // Enough to be seen at work.
    contentFolder(products(300)),
  ];
  const child = spawn('nice', args, { env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const seen = new Set<number>();
  const looking = setInterval(() => seen.add(os.getPriority(child.pid)), 1);
  child.once('exit', () => clearInterval(looking));
  expect(await ended).toBe(0);
  expect([...seen].at(-1)).toBe(runsAt);
});
