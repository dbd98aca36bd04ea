import { production } from '#scripts/build/folders.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { openDataFolder } from './account-site.ts';
import { shareSite, type Visited } from './built-site.ts';
import { contentFolder, type Files } from './content.ts';

/**
 * Returns a shared site for all tests of a file, with these files beside the sample content. Called where tests are
 * defined.
 */
export function shareSiteWith(files: Files): () => Visited {
  return shareSite(production, async (dataDir, atEnd) => {
    const db = await openDataFolder(dataDir);
    await importContent(contentFolder(files, atEnd), db, folderStore(dataDir));
    await db.close();
  });
}
