import type { DatabaseSync } from 'node:sqlite';
import type { ChangedTags, ChangeSource } from '../change-feed.ts';
import type { SqliteFiles } from './sqlite-files.ts';

/**
 * `PRAGMA data_version` moves when another connection, of this process or another, has committed (1.6 µs to
 * ask); only then is the change table read. https://sqlite.org/pragma.html#pragma_data_version
 */
export function watchChanges(
  connection: DatabaseSync,
  files: Pick<SqliteFiles, 'requireLast'>,
  onChange: (changed: ChangedTags) => void,
): ChangeSource {
  const readVersion = connection.prepare('PRAGMA data_version');
  const readNewest = connection.prepare('select coalesce(max(seq), 0) as seq from changes');
  const readChanges = connection.prepare('select tag, seq from changes where seq > ? order by seq');

  let version = Number(readVersion.get()?.['data_version']);
  let lastSeq = Number(readNewest.get()?.['seq']);

  let isLost = false;

  function catchUp(): void {
    const currentVersion = Number(readVersion.get()?.['data_version']);
    if (currentVersion === version) return;
    const rows = readChanges.all(lastSeq);
    version = currentVersion;
    const last = rows.at(-1);
    if (last === undefined) return;
    lastSeq = Number(last['seq']);
    onChange(new Set(rows.map((row) => String(row['tag']))));
  }

  return {
    catchUp() {
      try {
        files.requireLast();
        if (isLost) onChange('everything');
        isLost = false;
        catchUp();
      } catch {
        // A disk that fails, or files that are gone; the queries of the page that asks say so.
        isLost = true;
      }
      return !isLost;
    },
    async close() {},
  };
}
