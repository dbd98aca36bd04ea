import { inject, TestRunner, type RunnerTask, type RunnerTestFile, type RunnerTestSuite } from 'vitest';

/** Runs the tests of a file that have PostgreSQL in their title; the tier `fast` runs all others of the file. */
export default class PostgresRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) keepPostgres(file, '');
    // A file without a single test fails otherwise, and without PostgreSQL no file has one. report-left-out.ts says so.
    if (inject('postgresUrl') === null) this.config.passWithNoTests = true;
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
