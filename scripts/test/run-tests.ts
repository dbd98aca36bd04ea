import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../build/folders.ts';
import { reportPathVariable, type Failure, type RunReport } from './report.ts';
import { judge, keyOf, maxFilesRunAgain, type Verdict } from './verdict.ts';

interface TestOptions {
  /** Projects of the vitest configuration. */
  tiers: readonly string[];
  /** Parts of the paths of test files; none means all. */
  files?: readonly string[];
  /** Whether a file that failed is run once more, alone, before it counts. */
  isRunAgain: boolean;
  /** Titles of tests in tests/unsteady.json. */
  formerlyUnsteady: readonly string[];
  /** Path of the vitest configuration, from the root of the project. */
  config?: string;
  /** Environment of vitest. */
  env?: NodeJS.ProcessEnv;
  /** Output of vitest: shown as it comes, or not at all. */
  output?: 'inherit' | 'ignore';
}

/** Runs tests and returns their verdict. */
export async function runTests(options: TestOptions): Promise<Verdict & Pick<RunReport, 'tiers'>> {
  const { tiers, failures, otherErrors } = await runVitest(options, options.tiers, options.files ?? []);
  const passedAlone = options.isRunAgain ? await runAgain(options, failures) : new Set<string>();
  return {
    tiers,
    ...judge({ failures, otherErrors, passedAlone, formerlyUnsteady: options.formerlyUnsteady }),
  };
}

/** Runs each file that failed in a process of its own, one after the other. Resolves to the keys of those that passed. */
async function runAgain(options: TestOptions, failures: readonly Failure[]): Promise<Set<string>> {
  const files = new Map(failures.map((failure) => [keyOf(failure), failure]));
  const passed = new Set<string>();
  if (files.size > maxFilesRunAgain) return passed;
  for (const [key, { tier, file }] of files) {
    const second = await runVitest(options, [tier], [file]);
    if (second.failures.length === 0 && second.otherErrors.length === 0) passed.add(key);
  }
  return passed;
}

async function runVitest(
  { config, env = process.env, output = 'inherit' }: TestOptions,
  tiers: readonly string[],
  files: readonly string[],
): Promise<RunReport> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-test-report-'));
  const file = path.join(dir, 'report.json');
  const args = [
    'run',
    ...(config === undefined ? [] : ['--config', config]),
    ...tiers.map((tier) => `--project=${tier}`),
    '--reporter=default',
    `--reporter=${path.join(root, 'scripts/test/tier-reporter.ts')}`,
    ...files,
  ];
  const child = spawn(path.join(root, 'node_modules/.bin/vitest'), args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...env, [reportPathVariable]: file },
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const report = readReport(file, code);
  rmSync(dir, { recursive: true });
  return report;
}

function readReport(file: string, code: number | null): RunReport {
  const failed = `vitest ended with ${code}`;
  let report: RunReport;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { tiers: [], failures: [], otherErrors: [`${failed} and wrote no report`] };
  }
  const isExplained = report.failures.length > 0 || report.otherErrors.length > 0;
  return code === 0 || isExplained ? report : { ...report, otherErrors: [failed] };
}
