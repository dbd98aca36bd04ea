import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tiers } from '#scripts/test/tiers.ts';

/** Files of tests that wait for a while or read a clock, and why they must. A file that does so no longer is taken out. */
const exceptions: Readonly<Record<string, string>> = {
  'tests/helpers/raw-request.ts': 'names the request without an answer before the limit of the test ends it',
  'tests/helpers/hostile-answers.ts': 'as raw-request.ts does',
  'tests/long/migrations-under-load.test.ts':
    'keeps the pace of visitors and of a report, between which locks are free',
  'tests/helpers/site-traffic.ts': 'keeps the pace of visitors, and notes how long each answer took',
  'tests/helpers/other-browsers/start-program.ts': 'looks again whether a program of another maker is ready',
  'tests/helpers/other-browsers/probe.ts':
    'a timer of the page, which fires after those that the page has set before',
  'tests/helpers/other-browsers/smoke-browser.ts': 'as probe.ts does, in browsers whose clock cannot be set',
  'tests/long-browser/killed-browser.test.ts': 'notes when keys come, by the clock of their page',
  'tests/long/tables.test.ts': 'looks at the processor time of each turn, and compares no clock',
  'tests/process/sqlite-failures.test.ts': 'looks again where the time of Vitest stands still',
};

test('no test waits for a while or looks at a clock', () => {
  const files = globSync('tests/**/*.{ts,tsx}').filter((file) => file !== 'tests/unit/test-sources.test.ts');
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    findClocks(readFileSync(file, 'utf8')).map((clock) => ({ file, clock })),
  );
  const unexpected = found.filter(({ file }) => !Object.hasOwn(exceptions, file));
  expect(unexpected.map(({ file, clock }) => `${file}: ${clock}`)).toEqual([]);
  const unused = Object.keys(exceptions).filter((file) => !found.some((one) => one.file === file));
  expect(unused, 'exceptions that nothing needs any more').toEqual([]);
});

test('a file that asks which engines there are runs on each of them', () => {
  const { fast, engines } = tiers;
  const asking = globSync([...fast.files], { exclude: [...fast.leftOut] }).filter((file) =>
    /\(engines\)|\bengines\.includes\(/.test(readFileSync(file, 'utf8')),
  );
  expect(asking.length).toBeGreaterThan(50);
  expect(asking.filter((file) => !engines.files.includes(file))).toEqual([]);
});

/** Limits of waits that are the same on every machine: a busy one meets them before anything hangs. */
function findFixedLimits(source: string): string[] {
  const limits = source.matchAll(
    /(?:\b[a-z]*[tT]imeout: |\bsetDefault[A-Za-z]*Timeout\(|\bAbortSignal\.timeout\(|\.setTimeout\()\d[\d_]*/g,
  );
  return Array.from(limits, ([limit]) => limit);
}

test('limits of waits grow with what else the machine does', () => {
  const files = globSync('tests/**/*.{ts,tsx}').filter((file) => file !== 'tests/unit/test-sources.test.ts');
  const found = files.flatMap((file) =>
    // How long SQLite waits for a lock is a setting, and no limit of the test.
    findFixedLimits(readFileSync(file, 'utf8').replace(/new DatabaseSync\([^)]*\)/g, '')).map(
      (limit) => `${file}: ${limit}: limitMs() of tests/helpers`,
    ),
  );
  expect(found).toEqual([]);
});

test.each([
  `await item.waitFor({ timeout: 1_500 });`,
  `launch({ protocolTimeout: 30_000 });`,
  `context.setDefaultTimeout(45_000);`,
  `fetch(origin, { signal: AbortSignal.timeout(1000) });`,
  `socket.setTimeout(20_000, stop);`,
])('a fixed limit is found in %s', (source) => {
  expect(findFixedLimits(source)).toHaveLength(1);
});

/** Calls that wait for a while or read a clock that runs by itself, without comments. */
function findClocks(source: string): string[] {
  const code = source.replace(/\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm, '');
  const calls = code.matchAll(/\b(?:waitForTimeout|performance\.now|hrtime(?:\.bigint)?|setTimeout)\(/g);
  const comparisons = code.matchAll(
    /expect\(\s*Date\.now\(\)|Date\.now\(\)\s*[<>]=?|(?:-|<=?|(?<!=)>=?)\s*Date\.now\(\)/g,
  );
  const timers = code.matchAll(
    /\b(?:setTimeout|setInterval|scheduler)\b[^;{}]*\} from 'node:timers\/promises'/g,
  );
  return [
    ...Array.from(calls)
      .filter(({ 0: call, index }) => call !== 'setTimeout(' || hasSecondArgument(code, index))
      .map(([call]) => `${call}…)`),
    ...Array.from(timers, ([imported]) => imported),
    ...Array.from(comparisons, ([compared]) => compared),
  ];
}

/** A callback alone comes in the next turn. */
function hasSecondArgument(code: string, callAt: number): boolean {
  let depth = 0;
  for (let at = code.indexOf('(', callAt); at < code.length; at += 1) {
    const character = code[at] ?? '';
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (character === ',' && depth === 1) return !/^,\s*\)/.test(code.slice(at));
    if (depth === 0) return false;
  }
  return false;
}

test.each([
  `await page.waitForTimeout(300);`,
  `import { setTimeout as delay } from 'node:timers/promises';`,
  `import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';`,
  `setTimeout(() => stop(a, b), 100);`,
  `await new Promise((resolve) => setTimeout(resolve, 1));`,
  `socket.setTimeout(20_000, () => socket.destroy());`,
  `const startedAt = performance.now();`,
  `const startedAt = process.hrtime.bigint();`,
  `while (Date.now() < deadline) again();`,
  `expect(Date.now() - startedAt).toBeLessThan(500);`,
  `expect(dueAt - Date.now()).toBeGreaterThan(0);`,
])('a wait or a clock is found in %s', (source) => {
  expect(findClocks(source)).toHaveLength(1);
});

test.each([
  `import { setImmediate as nextTurn } from 'node:timers/promises';`,
  `requestAnimationFrame(() => setTimeout(resolve));`,
  `setTimeout(() => resolve({ a, b }));`,
  `vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });`,
  `// performance.now() says nothing here.`,
  `const at = isoAt(Date.now());`,
])('neither is found in %s', (source) => {
  expect(findClocks(source)).toEqual([]);
});
