import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { production, root } from '#scripts/build/folders.ts';
import { serverOptions } from '#scripts/build/server.ts';

import { startSite } from '../helpers/built-site.ts';
import { temporaryFolder } from '../helpers/databases.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';

// The build is one file for many sources; an operator who reports a failure names the source.

test('a failure in a loader is logged with file and line of its sources', async () => {
  const dataDir = sampleFolder();
  const site = await startSite(production, { DATA_DIR: dataDir });
  const db = new DatabaseSync(path.join(dataDir, 'site.db'));
  db.exec('alter table products rename to gone');
  db.close();
  expect((await fetch(`${site.origin}/product`)).status).toBe(500);
  await expect.poll(() => site.output()).toMatch(/\/server\/features\/[a-z/-]+\.tsx?:\d+:\d+/);
  expect(site.output()).not.toMatch(/\/server-chunks\/[^ )]+\.js:\d/);
});

test('a failure in the thread of content names its sources', async () => {
  const thread = new Worker(path.join(production.outDir, 'content-thread.js'));
  onTestFinished(async () => void (await thread.terminate()));
  const answer = new Promise<{ error: Error }>((resolve) => thread.once('message', resolve));
  // A page's window has origins; a thread has none.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  thread.postMessage({ name: 'render', source: null });
  expect((await answer).error.stack).toMatch(/\/server\/content\/[a-z/-]+\.ts:\d+:\d+/);
});

test('a build in a folder with a Chinese name names its sources', async () => {
  const folder = path.join(temporaryFolder(), '青葉 網站');
  mkdirSync(folder);
  const [source, outfile] = [path.join(folder, 'failing.ts'), path.join(folder, 'failing.js')];
  const first = path.join(root, 'server/base/source-lines.ts');
  writeFileSync(source, `import ${JSON.stringify(first)};\n\nconsole.log(new Error('here').stack);\n`);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  const options = { bundle: true, format: 'esm', platform: 'node', sourcemap: true } as const;
  await build({ ...options, entryPoints: [source], outfile });
  expect(execFileSync(process.execPath, [outfile], { encoding: 'utf8' })).toContain(`${source}:3:`);
});

test('every program and thread of the build names its sources', () => {
  const entries = Object.values(serverOptions(production).entryPoints ?? {});
  const first = entries.map((entry) => readFileSync(path.join(root, String(entry)), 'utf8').split('\n')[0]);
  expect(first).toEqual(entries.map(() => expect.stringMatching(/^import '.*\/base\/source-lines\.ts';$/)));
});

// `import { z }` takes all 50 of them, 400 kB; `import * as z` only what is used.
test('no program has the languages of zod', () => {
  const maps = globSync('**/*.js.map', { cwd: production.outDir });
  const sources = maps.flatMap((map): string[] => {
    const { sources } = JSON.parse(readFileSync(path.join(production.outDir, map), 'utf8'));
    return sources;
  });
  expect(sources).toContainEqual(expect.stringContaining('zod/v4/core/'));
  expect(sources.filter((source) => /zod\/v4\/locales\/(?!en\.)/.test(source))).toEqual([]);
});
