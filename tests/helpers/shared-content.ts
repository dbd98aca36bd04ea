import { expect } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { shareSite, type Visited } from './built-site.ts';
import { contentFolder, type Files } from './content.ts';
import { runCommand } from './run-command.ts';

/**
 * Returns a shared site for all tests of a file, with these files beside the sample content. Called where tests are
 * defined.
 */
export function shareSiteWith(files: Files): () => Visited {
  return shareSite(production, async (dataDir, atEnd) => {
    const folder = contentFolder(files, atEnd);
    const { code, err } = await runCommand(['content', 'import', folder], { DATA_DIR: dataDir });
    expect(code, err).toBe(0);
  });
}
