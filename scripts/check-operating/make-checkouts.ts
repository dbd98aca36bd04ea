import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { buildIfNeeded } from '../build-if-needed.ts';
import { production, root } from '../build/folders.ts';
import { runCommand } from '../check-container/run-command.ts';

/** What every page of the next version says, and no page of this one. */
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
/** What the bundle leaves out, see the Dockerfile. */
const unbundled = ['sharp', 'subset-font'];

/** Two versions as an operator has them: this one, and the same sources with another text. */
export async function makeCheckouts(dir: string): Promise<{ checkout: string; nextCheckout: string }> {
  buildIfNeeded();
  const [checkout, nextCheckout] = [path.join(dir, 'checkout'), path.join(dir, 'next-checkout')];
  layOut(checkout, production.outDir);
  layOut(nextCheckout, await buildNext(path.join(dir, 'next-sources')));
  return { checkout, nextCheckout };
}

/** Resolves to the folder of the build. */
async function buildNext(dir: string): Promise<string> {
  for (const name of sources) cpSync(path.join(root, name), path.join(dir, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
  const file = path.join(dir, changed.file);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(changed.from)) throw new Error(`${changed.file} does not say ${changed.from}`);
  writeFileSync(file, text.replace(changed.from, changed.to));
  const { code, output } = await runCommand(['node_modules/.bin/tsx', 'scripts/build.ts'], {
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
    timeoutMs: 180_000,
  });
  if (code !== 0) throw new Error(`the next version could not be built:\n${output}`);
  return path.join(dir, 'dist');
}

function layOut(to: string, build: string): void {
  cpSync(build, path.join(to, 'dist'), { recursive: true });
  cpSync(path.join(root, 'deploy'), path.join(to, 'deploy'), { recursive: true });
  for (const name of withDependencies(unbundled))
    cpSync(path.join(root, 'node_modules', name), path.join(to, 'node_modules', name), { recursive: true });
}

const packageSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/** The packages and all that they need, as far as it is on this machine. What is nested comes with its package. */
function withDependencies(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const file = path.join(root, 'node_modules', name, 'package.json');
    if (found.has(name) || !existsSync(file)) continue;
    found.add(name);
    const { dependencies, optionalDependencies } = packageSchema.parse(
      JSON.parse(readFileSync(file, 'utf8')),
    );
    withDependencies([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], found);
  }
  return found;
}
