import { inject, TestRunner, type RunnerTask, type RunnerTestFile, type RunnerTestSuite } from 'vitest';

/** Runs the tests of a file that have PostgreSQL in their title; the tier `fast` runs all others of the file. */
export default class PostgresRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    const isThere = inject('postgresUrl') !== null;
    // Without PostgreSQL no file has a test, which would be a failure of each. report-left-out.ts says so once.
    if (!isThere) this.config.passWithNoTests = true;
    for (const file of files) {
      if (isThere) keepPostgres(file, '');
      else file.tasks = [];
    }
  }
}

function keepPostgres(suite: RunnerTestSuite, titleOfSuite: string): void {
  suite.tasks = suite.tasks.filter((task: RunnerTask) => {
    const title = `${titleOfSuite} ${task.name}`;
    if (task.type !== 'suite') return /postgres/i.test(title);
    keepPostgres(task, title);
    return task.tasks.length > 0;
  });
}
