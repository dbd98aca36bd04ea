import { defineConfig } from 'vitest/config';

/** Tests that tests/long/unsteady.test.ts has run: of one that fails always, and of others by chance. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    projects: [{ test: { name: 'planted', include: ['*.planted.ts'] } }],
  },
});
