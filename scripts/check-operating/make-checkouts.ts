import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildIfNeeded } from '../build-if-needed.ts';
import { production, root } from '../build/folders.ts';
import { copyUnbundled } from '../tools/unbundled-packages.ts';

/** Text on every page of the next version, and on no page of this one. */
export const newText = '跳到主要內容（新版）';

const changed = { file: 'shared/locale/zh-tw.ts', from: "'跳到主要內容'", to: `'${newText}'` };
const sources = [
  'client',
  'server',
  'shared',
  'public',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Two versions as an operator has them: this one, and the same sources with another text. */
export function makeCheckouts(dir: string): { checkout: string; nextCheckout: string } {
  buildIfNeeded();
  const [checkout, nextCheckout] = [path.join(dir, 'checkout'), path.join(dir, 'next-checkout')];
  layOut(checkout, production.outDir);
  layOut(nextCheckout, buildNext(path.join(dir, 'next-sources')));
  return { checkout, nextCheckout };
}

/** Returns the folder of the build. */
function buildNext(dir: string): string {
  for (const name of sources) cpSync(path.join(root, name), path.join(dir, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
  const file = path.join(dir, changed.file);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(changed.from)) throw new Error(`${changed.file} does not say ${changed.from}`);
  writeFileSync(file, text.replace(changed.from, changed.to));
  const build = spawnSync('node_modules/.bin/tsx', ['scripts/build.ts'], {
    cwd: dir,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    timeout: 180_000,
    encoding: 'utf8',
  });
  if (build.status !== 0)
    throw new Error(`the next version could not be built:\n${build.stdout}${build.stderr}`);
  return path.join(dir, 'dist');
}

function layOut(to: string, build: string): void {
  cpSync(build, path.join(to, 'dist'), { recursive: true });
  cpSync(path.join(root, 'deploy'), path.join(to, 'deploy'), { recursive: true });
  copyUnbundled(to);
}
