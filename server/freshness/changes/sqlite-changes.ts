import type { DatabaseSync } from 'node:sqlite';
import type { ChangedTags, ChangeSource } from './change-source.ts';
import { everythingTag, type Tag } from '../tags.ts';
import type { SqliteFiles } from '#server/db/dialects/sqlite-files.ts';

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
  // A single text: 10,000 separate rows take five times as long.
  const readChanges = connection.prepare(
    'select json_group_array(tag) as tags, max(seq) as seq from changes where seq > ?',
  );

  let version = Number(readVersion.get()?.['data_version']);
  let lastSeq = Number(readNewest.get()?.['seq']);

  let isLost = false;

  function catchUp(): void {
    const currentVersion = Number(readVersion.get()?.['data_version']);
    if (currentVersion === version) return;
    const news = readChanges.get(lastSeq);
    version = currentVersion;
    if (news?.['seq'] == null) return;
    lastSeq = Number(news['seq']);
    const tags: Tag[] = JSON.parse(String(news['tags']));
    onChange(tags.includes(everythingTag) ? 'everything' : tags);
  }

  return {
    catchUp() {
      try {
        files.requireLast();
        if (isLost) onChange('everything');
        isLost = false;
        catchUp();
      } catch {
        // A failing disk, or missing files; the queries of the page report it.
        isLost = true;
      }
      return !isLost;
    },
    // The next request looks into the file.
    askForNews: () => null,
    settle: async () => true,
    async close() {},
  };
}
