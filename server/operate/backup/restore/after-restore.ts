import { isoAt } from '#server/base/clock.ts';
import { dayMs } from '#server/base/durations.ts';
import { forgetMove } from '#server/db/moving-mark.ts';
import { siteMediaKind } from '#server/media/store/site-media.ts';
import type { Manifest } from '../manifest.ts';

/** Statement with the values of its `?`. */
export interface Statement {
  sql: string;
  parameters: readonly string[];
}

interface Options {
  manifest: Pick<Manifest, 'engine' | 'tables'>;
  keepsSessions: boolean;
  /** Originals that the backup does not have. */
  strays: readonly string[];
  nowMs: number;
}

/** Statements to run on the rows of a backup before a site may see them. */
export function afterRestore({ manifest, keepsSessions, strays, nowMs }: Options): Statement[] {
  const { engine, tables } = manifest;
  // Otherwise signed-out and lost devices would be signed in again, and used links could be used again.
  const ended = keepsSessions ? [] : ['sessions', 'account_links'].filter((table) => table in tables);
  // They served the site that the backup is of.
  if ('serving_processes' in tables) ended.push('serving_processes');
  // Caches in front keep pages of the former site: without these rows the next start treats them as new and empties
  // them.
  const untold = ['edges', 'edge_purges'].filter((table) => table in tables);
  // The site notes the place of its files at its next start.
  const hasOperations = 'operations' in tables;
  // A file that no row names is removed a day after that was noted.
  const noted = 'media_jobs' in tables ? strays : [];
  const runAt = isoAt(nowMs + dayMs);
  return [
    ...forgetMove(engine, Object.keys(tables)).map((sql) => ({ sql, parameters: [] })),
    ...[...ended, ...untold].map((table) => ({ sql: `delete from ${table}`, parameters: [] })),
    ...(hasOperations ? [{ sql: 'delete from operations where kind = ?', parameters: [siteMediaKind] }] : []),
    ...noted.map((file) => ({
      sql: 'insert into media_jobs (file, run_at) values (?, ?) on conflict (file) do nothing',
      parameters: [file, runAt],
    })),
  ];
}
