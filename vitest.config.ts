import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: [
      'tests/helpers/build-first.ts',
      'tests/helpers/postgres-server.ts',
      'tests/helpers/report-left-out.ts',
    ],
    // Generous: a machine that does something else besides is slower, not wrong.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    // Two cores: a browser or a database beside each worker is load enough.
    maxWorkers: 2,
  },
});
