import { expect, test } from 'vitest';
import { runTests } from '#scripts/test/run-tests.ts';
import { temporaryFolder } from '../helpers/databases.ts';

const atFirst = '[planted] tests/helpers/planted-suite/fails-at-first.planted.ts > fails at first: 0';

/** Runs files of tests/helpers/planted-suite as CI runs all tests. */
function runPlanted(
  files: string[],
  { count = 1, formerlyUnsteady = [] as string[], isRunAgain = true } = {},
) {
  const env = { PATH: process.env['PATH'], PLANTED_DIR: temporaryFolder(), PLANTED_COUNT: String(count) };
  return runTests({
    tiers: ['planted'],
    files: files.map((file) => `${file}.planted`),
    isRunAgain,
    formerlyUnsteady,
    config: 'tests/helpers/planted-suite/vitest.config.ts',
    env,
    output: 'ignore',
  });
}

test('a run in which every test passes is green', async () => {
  const { isRed, tiers } = await runPlanted(['passes']);
  expect(isRed).toBe(false);
  expect(tiers).toMatchObject([{ name: 'planted', files: 1, passed: 1, failed: 0 }]);
});

test('a test that fails alone too makes the run red, beside one that passes alone', async () => {
  const { isRed, broken, unsteady } = await runPlanted(['fails', 'fails-at-first']);
  expect(isRed).toBe(true);
  expect(broken).toMatchObject([{ test: 'fails whenever it is run' }]);
  expect(unsteady).toHaveLength(1);
});

test('a test that fails at first and passes alone is green, and told with its failure', async () => {
  const { isRed, unsteady } = await runPlanted(['passes', 'fails-at-first']);
  expect(isRed).toBe(false);
  expect(unsteady).toMatchObject([{ tier: 'planted', test: 'fails at first: 0' }]);
  expect(unsteady[0]?.error).toMatch(/expected true to be false[\s\S]*fails-at-first\.planted\.ts:\d/);
  expect(unsteady[0]?.load).toBeGreaterThan(0);
});

test('the first failure counts where nothing is run again', async () => {
  expect(await runPlanted(['fails-at-first'], { isRunAgain: false })).toMatchObject({ isRed: true });
});

test('more than three unsteady tests make the run red', async () => {
  expect(await runPlanted(['fails-at-first'], { count: 3 })).toMatchObject({ isRed: false });
  const four = await runPlanted(['fails-at-first'], { count: 4 });
  expect(four).toMatchObject({ isRed: true, broken: [] });
  expect(four.reasons).toEqual(['4 unsteady tests, and at most 3 are allowed']);
});

test('a test that was unsteady before and has not been mended makes the run red', async () => {
  const { isRed, reasons } = await runPlanted(['fails-at-first'], { formerlyUnsteady: [atFirst] });
  expect(isRed).toBe(true);
  expect(reasons).toEqual([`unsteady again, and not mended yet: ${atFirst}`]);
});

test('a file that cannot be loaded makes the run red', async () => {
  const { isRed, broken } = await runPlanted(['cannot-start']);
  expect(isRed).toBe(true);
  expect(broken).toMatchObject([{ test: null }]);
  expect(broken[0]?.error).toContain('this file cannot be loaded');
});
