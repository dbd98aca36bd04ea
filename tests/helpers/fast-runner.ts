import { TestRunner, type RunnerTask, type RunnerTestFile, type RunnerTestSuite } from 'vitest';

/**
 * Runs the tests of the tier `fast`. A test that is left out there is one for PostgreSQL, which the tier `engines` finds by
 * its title.
 */
export default class FastRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    // With `-t` whoever runs them has left tests out.
    if (this.config.testNamePattern !== undefined) return;
    const lost = files.flatMap((file) => leftOutOf(file)).filter((title) => !/postgres/i.test(title));
    if (lost.length > 0)
      throw new Error(`no tier runs these tests, name PostgreSQL in their titles: ${lost}`);
  }
}

/** Titles of the tests that are left out. */
function leftOutOf(suite: RunnerTestSuite): string[] {
  return suite.tasks.flatMap((task: RunnerTask) => {
    if (task.type === 'suite') return leftOutOf(task).map((title) => `${task.name} ${title}`);
    return task.mode === 'skip' ? [task.name] : [];
  });
}
