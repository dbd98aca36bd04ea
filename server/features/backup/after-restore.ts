import { isoAt } from '#server/clock.ts';
import { dayMs } from '#server/durations.ts';
import { forgetMove } from '#server/db/moving-mark.ts';
import { siteMediaKind } from '#server/media/store/site-media.ts';
import type { Manifest } from './manifest.ts';

/** A statement, and what stands for each `?`. */
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

/** What is done to the rows of a backup before a site may see them. */
export function afterRestore({ manifest, keepsSessions, strays, nowMs }: Options): Statement[] {
  const { engine, tables } = manifest;
  // Who has signed out since the backup, or has lost a device, would be signed in again, and a used link be unused.
  const ended = keepsSessions ? [] : ['sessions', 'account_links'].filter((table) => table in tables);
  // They served the site that the backup is of.
  if ('serving_processes' in tables) ended.push('serving_processes');
  // Who is in front of the site keeps what the former one showed: the next start tells it as one that was never told.
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
