import type { KyselyConfig } from 'kysely';

/** Called for each query: its SQL without values, its duration, and its error. */
export type QueryWatch = (query: { sql: string; ms: number; error: unknown }) => void;

/** Kysely option that reports queries to the watch. */
export function toldTo(watch: QueryWatch | undefined): Pick<KyselyConfig, 'log'> {
  if (watch === undefined) return {};
  return {
    log(event) {
      const error = event.level === 'error' ? event.error : undefined;
      watch({ sql: event.query.sql, ms: event.queryDurationMillis, error });
    },
  };
}
