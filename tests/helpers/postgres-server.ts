import type { TestProject } from 'vitest/node';
import { openPostgres } from '#scripts/tools/open-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests make their databases; null when there is no PostgreSQL on this machine. */
    postgresUrl: string | null;
  }
}

/** A real PostgreSQL for the whole run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await openPostgres();
  provide('postgresUrl', server?.url ?? null);
  return async () => server?.stop();
}
