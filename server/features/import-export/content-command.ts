import { mapKinds } from '#shared/kinds/kind-names.ts';
import { stat } from 'node:fs/promises';
import type { CommandOutput } from '#server/base/command.ts';
import type { Config } from '#server/config/config.ts';
import { placeOf } from '#server/config/config-database.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { noteOperation } from '#server/db/operations.ts';
import type { Log } from '#server/base/log.ts';
import { MediaStoreError } from '#server/media/store/store-error.ts';
import { openMediaStore } from '#server/media/store/open-media-store.ts';
import { askBy, requireSiteMedia } from '#server/media/store/site-media.ts';
import { listParts, partsInWords } from './content-files.ts';
import { kindsInMessages } from '#server/content/kinds/content-kinds.ts';
import { exportContent, ExportError } from './export-content.ts';
import { checkContent, importContent, type ImportReport } from './import-content.ts';
import { byPlace, ContentError, formatProblem, type Problem } from '#server/content/front-matter/problem.ts';
import { createProgressBar } from './progress-bar.ts';

export const contentUsage = `content check DIR            say what would stop DIR from being imported
content import DIR [--prune] replace what DIR names, everything or nothing; --prune removes what DIR lacks
content export DIR [--drafts]  write everything that is stored into the new folder DIR; --drafts with what is not published`;

/** Runs one content command. Resolves to the exit code. */
export async function contentCommand(
  args: readonly string[],
  config: Config,
  log: Log,
  { out, err }: CommandOutput,
): Promise<number> {
  const flags = args.filter((arg) => arg.startsWith('--'));
  const [action, dir, ...rest] = args.filter((arg) => !arg.startsWith('--'));
  const prune = flags.includes('--prune');
  const isKnown = action === 'check' || action === 'import' || action === 'export';
  const withDrafts = flags.includes('--drafts');
  const hasWrongFlag = flags.some((flag) => flag !== (action === 'export' ? '--drafts' : '--prune'));
  if (!isKnown || dir === undefined || rest.length > 0 || hasWrongFlag) {
    err(`Usage:\n${contentUsage}`);
    return 2;
  }
  if (action !== 'export' && !(await isFolder(dir))) {
    err(`${dir} is not a folder; name the folder that holds ${partsInWords()}`);
    return 1;
  }
  if (prune && (await listParts(dir, [])).size === 0) {
    err(
      `${dir} holds no content: --prune would remove everything; name the folder that holds the content to keep`,
    );
    return 1;
  }

  const db = await openDatabase(config.database, log);
  const store = openMediaStore(config);
  const progress = createProgressBar(process.stderr);
  try {
    if (action !== 'check') await requireSiteMedia(askBy(db.read), db.engine, config);
    if (action === 'check') {
      const folder = await checkContent(dir, db.read, { prune, onProgress: progress.update });
      progress.end();
      warn(folder.warnings, err);
      const counts = { ...mapKinds((kind) => folder.entries[kind].length), media: folder.media.length };
      out(`${dir} is fine: ${count(counts)}.`);
    } else if (action === 'import') {
      const report = await importContent(dir, db, store, { prune, onProgress: progress.update });
      // The import is done, whatever becomes of this.
      await noteOperation(db, 'import', describe(report)).catch((error: unknown) =>
        log.warn({ err: error }, 'when this import was done could not be noted'),
      );
      progress.end();
      warn(report.warnings, err);
      for (const { kind, from, to } of report.moved)
        out(`Renamed: ${kind}/${from} is ${kind}/${to} now; its old address leads there.`);
      out(describe(report));
      out(`All of it is in ${placeOf(config.database)}.`);
    } else {
      const { files } = await exportContent(dir, db, store, { withDrafts });
      out(`Exported ${files} files to ${dir}.`);
    }
    return 0;
  } catch (error) {
    progress.end();
    if (error instanceof ContentError) {
      for (const problem of error.problems) err(formatProblem(problem));
      err(`${error.problems.length} problem(s). Nothing was changed.`);
      return 1;
    }
    if (error instanceof ExportError) {
      err(error.message);
      return 1;
    }
    if (error instanceof MediaStoreError) {
      err(
        `${error.message}. ${action === 'import' ? 'Nothing was imported' : 'The export is not whole'}; do it again when that is mended.`,
      );
      return 1;
    }
    throw error;
  } finally {
    await db.close();
  }
}

function warn(warnings: readonly Problem[], err: CommandOutput['err']): void {
  for (const warning of warnings.toSorted(byPlace)) err(`Warning: ${formatProblem(warning)}`);
}

async function isFolder(dir: string): Promise<boolean> {
  return (await stat(dir).catch(() => null))?.isDirectory() ?? false;
}

function describe({ written, unchanged, removed, settings }: ImportReport): string {
  const counts = `Imported: ${count(written)} new or changed; ${count(unchanged)} unchanged; ${count(removed)} removed.`;
  if (settings === null) return counts;
  return `${counts} Settings of the site: ${settings.length === 0 ? 'unchanged' : `new or changed ${settings.join(', ')}`}.`;
}

function count(numbers: ImportReport['written']): string {
  return [...kindsInMessages.map((kind) => `${numbers[kind]} ${kind}`), `${numbers.media} media files`].join(
    ', ',
  );
}
