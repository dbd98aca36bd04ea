import path from 'node:path';
import type { Log } from '#server/base/log.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { listSlices } from '#server/media/title-font/font-state.ts';
import { ownFontFile } from '#server/media/title-font/own-font.ts';
import { runFontJob } from '#server/media/title-font/run-font-job.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { silentLog } from './databases.ts';
import { aClockAt } from './site.ts';

/** The font as the package has it, from which the build takes it. */
export const titleFontFile = path.resolve(
  'node_modules/@expo-google-fonts/noto-serif-tc/500Medium',
  path.basename(ownFontFile),
);

interface FontJob {
  dataDir: string;
  fontFile?: string;
  log?: Log;
  /** Later than every rest and lease of those before. */
  at?: string;
}

/** Makes what of the font is due. */
export function makeTitleFont(
  db: Database,
  { dataDir, fontFile = titleFontFile, log = silentLog, at = '2030-01-01T00:00:00Z' }: FontJob,
): Promise<void> {
  return runFontJob({ db, store: folderStore(dataDir), fontFile, log, clock: aClockAt(at) });
}

/** Every character that stands in the font of titles, in the order of the files. */
export async function titleCharacters(db: Database): Promise<string> {
  return (await listSlices(db.read)).map(({ characters }) => characters).join('');
}
