import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { longTiers, shortTiers, tiers as allTiers, type Tier } from './test/tiers.ts';
import { root } from './build/folders.ts';
import type { Failure, TierResult } from './test/report.ts';
import { runTests } from './test/run-tests.ts';
import { titleOf } from './test/verdict.ts';

// `npm test`, and with `--long` `npm run test:long`. Other words are parts of the paths of test files.
// With CI=true a file that fails is run once more, alone (docs/decisions/056-failures-by-chance.md).

const words = process.argv.slice(2);
const isLong = words.includes('--long');
const isCi = process.env['CI'] === 'true';
const files = words.filter((word) => word !== '--long');
const formerlyUnsteady: string[] = JSON.parse(readFileSync(path.join(root, 'tests/unsteady.json'), 'utf8'));

const verdict = await runTests({
  tiers: isLong ? longTiers : shortTiers,
  files,
  isRunAgain: isCi,
  formerlyUnsteady,
});
printTiers(verdict.tiers);
printFailures('Unsteady: failed at first and passed alone; mend the cause', verdict.unsteady);
printFailures('Failed', verdict.broken);
for (const reason of verdict.reasons) console.log(`\nRed: ${reason}`);
const passed = verdict.tiers.reduce((sum, tier) => sum + tier.passed, 0);
const failed = verdict.broken.length + verdict.reasons.length;
const { length: unsteady } = verdict.unsteady;
// The closing line of a run, which .ci/run adds up.
console.log(`\nunsteady: ${unsteady}`);
console.log(`${passed + unsteady} passed, ${failed} failed`);

const partsPassed = !isLong || files.length > 0 || runParts();
process.exitCode = verdict.isRed || !partsPassed ? 1 : 0;

/** Commands that are tests too, and print their own counts. Not one is left out because another has failed. */
function runParts(): boolean {
  const parts = [['check:container'], ['check:operating', ...(isCi ? ['--', '--all'] : [])]];
  const results = parts.map((part) => {
    console.log(`\n$ npm run ${part.join(' ')}`);
    return spawnSync('npm', ['run', '--silent', ...part], { cwd: root, stdio: 'inherit' }).status === 0;
  });
  return results.every(Boolean);
}

/** Times beside their budgets: a tier that outgrows its own is divided, or made cheaper. */
function printTiers(results: readonly TierResult[]): void {
  const budgets: Record<string, Tier> = allTiers;
  console.log('\ntier       files  passed  failed  skipped    time  budget');
  for (const { name, files: count, passed, failed, skipped, seconds } of results) {
    const budget = (budgets[name]?.budgetMinutes ?? 0) * 60;
    const cells = [String(count).padStart(7), ...[passed, failed, skipped].map((n) => String(n).padStart(8))];
    const time = `${seconds.toFixed(0)} s`.padStart(8);
    const over = seconds > budget ? '  over budget' : '';
    console.log(`${name.padEnd(9)}${cells.join('')}${time}${`${budget} s`.padStart(8)}${over}`);
  }
}

function printFailures(heading: string, failures: readonly Failure[]): void {
  if (failures.length === 0) return;
  console.log(`\n── ${heading}`);
  for (const failure of failures)
    console.log(`\n${titleOf(failure)}\nload average ${failure.load.toFixed(1)}\n${failure.error}`);
}
