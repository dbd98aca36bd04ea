import { defineConfig, type Plugin } from 'vitest/config';
import { iconModule } from './scripts/build/client/icon-modules.ts';
import { LongestFirst } from './tests/helpers/longest-first.ts';
import { measureSlowdown } from './scripts/test/slowdown.ts';
import { tierNames, tiers, type Tier, type TierName } from './scripts/test/tiers.ts';

const iconModules: Plugin = {
  name: 'icon-modules',
  resolveId: (wanted) => (wanted.startsWith('icon:') ? `\0${wanted}` : null),
  load: (id) => (id.startsWith('\0icon:') ? iconModule(id.slice(1)) : null),
};

/** Which tests of their files these tiers run. */
const runners: Partial<Record<TierName, string>> = {
  fast: './tests/helpers/fast-runner.ts',
  engines: './tests/helpers/postgres-runner.ts',
  pooled: './tests/helpers/postgres-runner.ts',
};

const slowdown = measureSlowdown();
/** A limit in ms, for this machine and what else runs on it. */
const limitMs = (seconds: number) => Math.round(seconds * 1000 * slowdown);

export default defineConfig({
  plugins: [iconModules],
  test: {
    globalSetup: [
      'tests/helpers/memory-folder.ts',
      'tests/helpers/build-first.ts',
      'tests/helpers/prepared-databases.ts',
      'tests/helpers/report-left-out.ts',
    ],
    sequence: { sequencer: LongestFirst },
    // One file after the other in the same process: to load what they test takes longer than many of them. None replaces a module.
    isolate: false,
    projects: tierNames.map((name, order) => {
      const { files, leftOut, workers, testSeconds, pollSeconds }: Tier = tiers[name];
      return {
        test: {
          name,
          include: [...files],
          exclude: [...(leftOut ?? [])],
          provide: { tier: name, slowdown },
          maxWorkers: workers,
          testTimeout: limitMs(testSeconds),
          // A hook prepares what the tests of a file share.
          hookTimeout: limitMs(Math.max(testSeconds, 30)),
          expect: { poll: { timeout: limitMs(pollSeconds) } },
          // One tier after the other.
          sequence: { groupOrder: order },
          ...(runners[name] && { runner: runners[name] }),
        },
      };
    }),
  },
});
