import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createBuilds } from '#server/operate/processes/builds.ts';
import { describeReload } from '#server/operate/processes/reload-command.ts';
import { keptLog } from '#tests/helpers/log-lines.ts';
import { temporaryFolder } from '#tests/helpers/databases.ts';

test('a process is started from the build that served last, until a reload takes up another', () => {
  const folder = realpathSync(temporaryFolder());
  const link = path.join(folder, 'current');
  const program = (name: string) => path.join(folder, name, 'server.js');
  for (const name of ['one', 'two', 'three']) {
    mkdirSync(path.join(folder, name));
    writeFileSync(program(name), '');
  }
  const lead = (name: string) => {
    rmSync(link, { force: true });
    symlinkSync(path.join(folder, name), link);
  };
  const { log, lines } = keptLog();
  const builds = createBuilds(path.join(link, 'server.js'), log);
  lead('one');
  expect(builds.newest()).toBe(program('one'));
  builds.prove(builds.newest(), 'a');
  expect(builds.proven()).toBe(program('one'));
  expect(builds.fallbacks).toBe(0);

  lead('two');
  expect(builds.newest()).toBe(program('two'));
  expect(builds.proven()).toBe(program('one'));
  expect(builds.fallbacks).toBe(1);
  expect(lines).toMatchObject([
    { build: { id: 'a', folder: path.join(folder, 'one') }, newest: path.join(folder, 'two') },
  ]);
  builds.prove(builds.newest(), 'b');
  expect(builds.proven()).toBe(program('two'));
  expect(builds.serving).toEqual({ id: 'b', folder: path.join(folder, 'two') });

  // Better than none.
  lead('three');
  rmSync(path.join(folder, 'two'), { recursive: true });
  expect(builds.proven()).toBe(program('three'));
  expect(builds.fallbacks).toBe(1);
});

const [one, two] = [
  { id: 'a', folder: '/releases/1/dist' },
  { id: 'b', folder: '/releases/2/dist' },
];
const state = { pid: 1, asked: 1, done: 1, isReloaded: true };

test.for([
  [
    'another build',
    { ...state, build: two, formerBuild: one },
    two,
    true,
    'runs on build b in /releases/2/dist. Before, it ran on build a',
  ],
  [
    'the same again',
    { ...state, build: one, formerBuild: one },
    one,
    true,
    'runs on build a in /releases/1/dist, as before.',
  ],
  [
    'the same while the link leads elsewhere',
    { ...state, build: one, formerBuild: one },
    two,
    false,
    'runs on build a in /releases/1/dist again',
  ],
  [
    'one that does not start',
    { ...state, isReloaded: false, build: one, formerBuild: one },
    two,
    false,
    'goes on as it is on build a',
  ],
  ['what an earlier version does not say', state, two, true, 'runs on the new build.'],
] as const)('a reload says what it led to: %s', ([, told, own, isWell, words]) => {
  const described = describeReload(told, own);
  expect(described.isWell).toBe(isWell);
  expect(described.message).toContain(words);
});
