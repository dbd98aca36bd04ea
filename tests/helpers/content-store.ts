import path from 'node:path';
import type { Database } from '#server/db/open/open-database.ts';
import {
  importContent,
  type ImportOptions,
  type ImportReport,
} from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { contentFolder, type Files } from './content.ts';
import { openTestDatabase, temporaryFolder, type EngineName } from './databases.ts';

export interface ContentStore {
  db: Database;
  dataDir: string;
  mediaDir: string;
  import(files: Files, options?: ImportOptions): Promise<ImportReport>;
}

/** A database and a data folder, for imports alone. */
export async function openContentStore(engine: EngineName = 'sqlite'): Promise<ContentStore> {
  const db = await openTestDatabase(engine);
  const dataDir = temporaryFolder();
  return {
    db,
    dataDir,
    mediaDir: path.join(dataDir, 'media'),
    import: (files, options) => importContent(contentFolder(files), db, folderStore(dataDir), options),
  };
}
