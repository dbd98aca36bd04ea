import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { root } from '../build/folders.ts';
import { reportPathVariable, type Failure, type RunReport, type TierResult } from './report.ts';

/** Writes the result of a vitest run as JSON, for run-tests.ts. */
export default class TierReporter implements Reporter {
  readonly #tiers = new Map<string, TierResult>();
  readonly #startedAt = new Map<string, number>();
  readonly #failures: Failure[] = [];

  onTestModuleQueued({ project }: TestModule): void {
    if (this.#tiers.has(project.name)) return;
    const nothing = { files: 0, passed: 0, failed: 0, skipped: 0, seconds: 0 };
    this.#tiers.set(project.name, { name: project.name, ...nothing });
    this.#startedAt.set(project.name, performance.now());
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    const tier = this.#tiers.get(test.project.name);
    if (tier !== undefined && state !== 'pending') tier[state] += 1;
    if (state === 'failed') this.#fail(test.module, test.fullName, errors);
  }

  onTestSuiteResult(suite: TestSuite): void {
    const errors = suite.errors();
    if (errors.length > 0) this.#fail(suite.module, suite.fullName, errors);
  }

  onTestModuleEnd(module: TestModule): void {
    const tier = this.#tiers.get(module.project.name);
    if (tier !== undefined) {
      tier.files += 1;
      tier.seconds = (performance.now() - (this.#startedAt.get(tier.name) ?? 0)) / 1000;
    }
    const errors = module.errors();
    if (errors.length > 0) this.#fail(module, null, errors);
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const otherErrors: string[] = [];
    for (const error of unhandled) {
      const file: unknown = error['VITEST_TEST_PATH'];
      const tier = typeof file === 'string' ? this.#tierOf(file) : undefined;
      if (typeof file !== 'string' || tier === undefined) otherErrors.push(textOf(error));
      else this.#failures.push({ ...entry(tier, file), test: null, error: textOf(error) });
    }
    const report: RunReport = {
      tiers: [...this.#tiers.values()],
      failures: this.#failures,
      otherErrors,
    };
    const file = process.env[reportPathVariable];
    if (file !== undefined) writeFileSync(file, JSON.stringify(report));
  }

  readonly #tierOfFile = new Map<string, string>();

  #tierOf(file: string): string | undefined {
    return this.#tierOfFile.get(file);
  }

  onTestModuleStart({ moduleId, project }: TestModule): void {
    this.#tierOfFile.set(moduleId, project.name);
  }

  #fail(module: TestModule, test: string | null, errors: readonly SerializedError[]): void {
    const error = errors.map(textOf).join('\n');
    this.#failures.push({ ...entry(module.project.name, module.moduleId), test, error });
  }
}

function entry(tier: string, file: string): Pick<Failure, 'tier' | 'file' | 'load'> {
  return { tier, file: path.relative(root, file), load: os.loadavg()[0] ?? 0 };
}

function textOf({ message, stack, diff }: SerializedError): string {
  return stripVTControlCharacters([stack ?? message, diff].filter((part) => part !== undefined).join('\n'));
}
