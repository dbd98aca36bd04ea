import { defineConfig, type Plugin } from 'vitest/config';
import { iconModule } from './scripts/build/icon-modules.ts';
import { LongestFirst } from './tests/helpers/longest-first.ts';

const iconModules: Plugin = {
  name: 'icon-modules',
  resolveId: (wanted) => (wanted.startsWith('icon:') ? `\0${wanted}` : null),
  load: (id) => (id.startsWith('\0icon:') ? iconModule(id.slice(1)) : null),
};

export default defineConfig({
  plugins: [iconModules],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: [
      'tests/helpers/memory-folder.ts',
      'tests/helpers/build-first.ts',
      'tests/helpers/prepared-databases.ts',
      'tests/helpers/report-left-out.ts',
    ],
    // Generous: a machine that does something else besides is slower, not wrong.
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 240_000,
    // On two cores: a test waits for a browser or a database a third of its time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // One after the other in the same process: to load what they test takes longer than many of them. None replaces a module.
    isolate: false,
  },
});
