import type { KyselyConfig } from 'kysely';

/** Is told of each query that the database was asked: without its values, how long it took, and how it failed. */
export type QueryWatch = (query: { sql: string; ms: number; error: unknown }) => void;

/** What makes Kysely tell of its queries. */
export function toldTo(watch: QueryWatch | undefined): Pick<KyselyConfig, 'log'> {
  if (watch === undefined) return {};
  return {
    log(event) {
      const error = event.level === 'error' ? event.error : undefined;
      watch({ sql: event.query.sql, ms: event.queryDurationMillis, error });
    },
  };
}
