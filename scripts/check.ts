import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './build/folders.ts';

// `npm run check`: everything that says whether the tree is good, each part in its own words.

// Not in package.json: their lockfile entries are incomplete where a registry lacks other platforms' parts.
const oxlint = 'oxlint@1.94.0';
const knip = 'knip@6.44.2';

const parts: [name: string, command: string, ...args: string[]][] = [
  ['types', 'tsc', '-b'],
  ['lint', 'npx', '--yes', oxlint, '--deny-warnings'],
  ['unused code', 'npx', '--yes', knip],
  ['format', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['build', 'tsx', 'scripts/build.ts'],
  ['tests', 'vitest', 'run'],
];

const failed: string[] = [];
for (const [name, command, ...args] of parts) {
  const startedAt = performance.now();
  console.log(`\n── ${name}: ${command} ${args.join(' ')}`);
  const code = await run(command, args);
  console.log(
    `── ${name}: ${code === 0 ? 'good' : 'FAILED'} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  );
  if (code !== 0) failed.push(name);
}
console.log(failed.length === 0 ? '\nThe tree is good.' : `\nNot good: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

function run(command: string, args: readonly string[]): Promise<number> {
  const bin = path.join(root, 'node_modules/.bin');
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}
