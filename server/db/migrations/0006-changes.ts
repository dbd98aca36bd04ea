import type { Migration } from '../migration.ts';

/** It gave lists tags of their own. Triggers have become repeatable since, and nothing is left to do. */
export const changes: Migration = { name: '0006-changes', async up() {} };
