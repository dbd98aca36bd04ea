import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { startSite } from '../helpers/built-site.ts';
import { aDrawing, aProduct, contentFolder } from '../helpers/content.ts';
import { engines, newDatabaseConfig, temporaryFolder, urlOf } from '../helpers/databases.ts';
import { outcomeOf, runCommand } from '../helpers/run-command.ts';

test('what the site and its commands store is for their owner alone, whose group may read it', async () => {
  const dataDir = path.join(temporaryFolder(), 'data');
  const before = process.umask(0o022);
  onTestFinished(() => void process.umask(before));
  const env = { DATA_DIR: dataDir, SAMPLE_CONTENT: 'off' };
  const site = await startSite(production, env);
  const files = {
    'media/tea.svg': aDrawing,
    'products/pot.md': aProduct({ images: [{ src: 'media/tea.svg', alt: '茶' }] }),
  };
  const imported = await runCommand(['content', 'import', contentFolder(files)], env);
  expect(imported.code, imported.err).toBe(0);
  const modes = listModes(dataDir);
  expect(modes.length).toBeGreaterThan(4);
  expect(modes.filter(({ mode }) => (mode & 0o027) !== 0)).toEqual([]);
  expect(await site.stop()).toEqual({ code: 0, signal: null });
});

function listModes(dataDir: string) {
  const inside = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  const all = [dataDir, ...inside.map(({ parentPath, name }) => path.join(parentPath, name))];
  return all.map((place) => ({ place, mode: statSync(place).mode & 0o777 }));
}

const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

/** A folder on a disk that can only be read. */
function aReadOnlyFolder(): string {
  const disk = temporaryFolder();
  const mount = (...args: string[]) => expect(spawnSync('mount', [...args, disk]).status).toBe(0);
  mount('-t', 'tmpfs', 'qingye-test');
  onTestFinished(() => void spawnSync('umount', ['--lazy', disk]));
  const folder = path.join(disk, 'data');
  mkdirSync(folder);
  mount('-o', 'remount,ro');
  return folder;
}

test.runIf(canMount)(
  'a database that would be on a read-only file system is refused with that reason',
  async () => {
    const folder = aReadOnlyFolder();
    for (const dataDir of [folder, path.join(folder, 'none')]) {
      const child = spawn(process.execPath, [path.join(production.outDir, 'server.js')], {
        env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const { code, err } = await outcomeOf(child);
      expect(code).toBe(1);
      expect(err).toMatch(
        /^cannot use the database file .*: it is on a read-only file system; check DATABASE_URL and DATA_DIR\n$/,
      );
    }
  },
);

test.runIf(canMount && engines.includes('postgres'))(
  'a site on PostgreSQL whose folder can only be read says so at its start',
  async () => {
    const database = await newDatabaseConfig('postgres');
    const env = { DATA_DIR: aReadOnlyFolder(), SAMPLE_CONTENT: 'off', DATABASE_URL: urlOf(database) };
    const site = await startSite(production, env);
    await expect
      .poll(() => site.output())
      .toContain('nothing can be written into DATA_DIR: it is on a read-only file system');
    expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
  },
);
