import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './build/folders.ts';

// `npm run check`: quick check of the tree, each part with its own output, with the fast tests. `--without-tests`
// leaves these out, for example when `npm test` runs next.

// Not in package.json: their lockfile entries are incomplete where a registry lacks other platforms' parts.
const oxlint = 'oxlint@1.94.0';
const knip = 'knip@6.44.2';

interface Part {
  name: string;
  command: string;
  args: string[];
}

// Files found formatted in the last run are skipped.
const cached = ['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/prettier'];

// Side by side, since most of them use one core only.
const besideEachOther: Part[] = [
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'lint', command: 'npx', args: ['--yes', oxlint, '--deny-warnings'] },
  { name: 'unused code', command: 'npx', args: ['--yes', knip] },
  { name: 'format', command: 'prettier', args: ['--check', '--log-level', 'warn', ...cached, '.'] },
  { name: 'build', command: 'tsx', args: ['scripts/build.ts'] },
];
// The tests take all cores, and look at the build.
const tests: Part = { name: 'tests', command: 'vitest', args: ['run', '--project=fast'] };

const failed: string[] = [];
await Promise.all(besideEachOther.map((part) => check(part, 'when it is over')));
if (!process.argv.includes('--without-tests')) await check(tests, 'at once');
console.log(failed.length === 0 ? '\nThe tree is good.' : `\nNot good: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** `shown`: when to print its output, which must not be mixed with that of a parallel part. */
async function check({ name, command, args }: Part, shown: 'at once' | 'when it is over'): Promise<void> {
  const startedAt = performance.now();
  const heading = `\n── ${name}: ${command} ${args.join(' ')}`;
  if (shown === 'at once') console.log(heading);
  const { code, output } = await run(command, args, shown === 'at once' ? 'inherit' : 'pipe');
  if (shown === 'when it is over') console.log(`${heading}\n${output}`.trimEnd());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`── ${name}: ${code === 0 ? 'good' : 'FAILED'} (${seconds} s)`);
  if (code !== 0) failed.push(name);
}

function run(
  command: string,
  args: readonly string[],
  stdio: 'inherit' | 'pipe',
): Promise<{ code: number; output: string }> {
  const bin = path.join(root, 'node_modules/.bin');
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['inherit', stdio, stdio],
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: output + error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
