import type { Database } from '#server/db/open/open-database.ts';
import type { Log } from '#server/base/log.ts';
import type { MediaStore } from '#server/media/store/media-store.ts';
import { hasContent, importContent } from './import-content.ts';

/** Gives a new database something to show. A database with any content of its own is left alone. */
export async function importSampleContent(
  dir: string,
  db: Database,
  store: MediaStore,
  log: Log,
): Promise<void> {
  if (await hasContent(db.read)) return;
  const report = await importContent(dir, db, store, { onlyIntoEmpty: true });
  // Another process that started at the same time may have been first.
  if (Object.values(report.written).every((count) => count === 0)) return;
  log.info({ written: report.written }, 'the database was empty: the sample content was imported');
}
