import type { Figure } from './figures.ts';
import { runProgram } from './programs.ts';

/** The whole build; it begins by emptying its folder, so each one is a first one. */
export async function measureBuild(): Promise<Figure[]> {
  const startedAt = performance.now();
  await runProgram('npm', ['--silent', 'run', 'build'], { limitMs: 60_000 });
  const seconds = (performance.now() - startedAt) / 1000;
  return [{ name: 'npm run build', value: seconds, unit: 's', target: { below: 15 } }];
}
