import { mapKinds, type Kind } from '#shared/kinds/kind-names.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import { systemClock, type Clock } from '#server/base/clock.ts';
import { readStoredSettings } from '#shared/kinds/stored/stored-settings.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { announceFiles } from '#server/media/jobs/media-jobs.ts';
import { makeSiteIcons } from '#server/media/pictures/site-icons.ts';
import { readOriginal, type MediaStore } from '#server/media/store/media-store.ts';
import type { ContentEntry, Row } from '#server/content/kinds/content-kind.ts';
import { addImported, keepEntries, moveToTrash, type Entry } from '#server/content/history/revisions.ts';
import { applyMoves } from './apply-moves.ts';
import { checkReferences } from './check-references.ts';
import { checkTree, findSimilarCategories } from './check-tree.ts';
import { readContentFolder, type ContentFolder } from './content-folder.ts';
import { endPlans } from '#server/content/entries/end-plans.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { contentKinds, kindsInMessages, kindsInWriteOrder } from '#server/content/kinds/content-kinds.ts';
import { findMoves, type Move } from './find-moves.ts';
import { withLibraryFacts } from './media-labels.ts';
import {
  storeMedia,
  toMediaRow,
  type FindLooks,
  type MediaFile,
} from '#server/content/media-files/media-files.ts';
import { noteRendered } from '#server/content/thread/render-stored.ts';
import { byPlace, ContentError, type Problem } from '#server/content/front-matter/problem.ts';
import { settleOffers } from '#server/content/offers/settle-offers.ts';
import { readStoredSite, writeSite } from '#server/content/site-settings.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';
import { batchSize, removeOthers, writeEntries, writeRows } from '#server/content/entries/write-rows.ts';

export interface ImportOptions {
  /** Also remove stored content that is not in the folder. */
  prune?: boolean;
  /** Leave a database alone that has any content. */
  onlyIntoEmpty?: boolean;
  /** Dates the texts that change. */
  clock?: Pick<Clock, 'now' | 'nowIso'>;
  onProgress?: (phase: 'reading' | 'writing' | 'indexing', done: number, total: number) => void;
}

/** How many of each kind are new or different, and how many were removed. */
export interface ImportReport {
  /** Settings of the site that the import changes; null: the folder has none. */
  settings: string[] | null;
  warnings: readonly Problem[];
  /** Entries whose files have been renamed. */
  moved: readonly Move[];
  written: Record<Kind | 'media', number>;
  unchanged: Record<Kind | 'media', number>;
  removed: Record<Kind | 'media', number>;
}

/**
 * Reads the folder and checks it against itself and the database.
 * @throws ContentError with every problem at once.
 */
export async function checkContent(
  dir: string,
  db: Kysely<Schema> | null,
  { prune = false, onProgress }: ImportOptions = {},
): Promise<ContentFolder> {
  const onRead = (done: number, total: number) => onProgress?.('reading', done, total);
  const folder = await readContentFolder(dir, looksIn(db), onRead);
  const moves = await findMoves(folder, db, prune);
  const lost = await checkReferences(folder, prune ? null : db, moves.moved);
  const misplaced = await checkTree(folder, prune ? null : db, moves.moved);
  const problems = [...folder.problems, ...moves.problems, ...lost, ...misplaced];
  if (problems.length > 0) throw new ContentError(problems.sort(byPlace));
  folder.warnings.push(...(await findSimilarCategories(folder, prune ? null : db)));
  return folder;
}

/**
 * Replaces the things that the folder names, in one transaction: everything or nothing.
 * @throws ContentError when the folder has problems; nothing is changed then.
 */
export async function importContent(
  dir: string,
  db: Database,
  store: MediaStore,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const clock = options.clock ?? systemClock;
  const folder = await checkContent(dir, db.read, options);
  // Files first: their names are their contents, so a file without a row harms nobody; a row without its file would.
  await announceFiles(db, await findNewFiles(folder.media, db), clock.now());
  for (const media of folder.media) await storeMedia(media, store);
  await storeSiteIcons(folder, db, store);

  const total = Object.values(folder.entries).flat().length + folder.media.length;
  let done = 0;
  const step = (count: number) => options.onProgress?.('writing', (done += count), total);
  return writeTransaction(db, async (trx) => {
    // Two imports at once would leave a mixture. On SQLite the transaction itself is the lock.
    if (db.engine === 'postgres')
      await sql`lock table ${writtenTables()} in share row exclusive mode`.execute(trx);
    const report = emptyReport();
    const isFirst = !(await hasContent(trx));
    if (options.onlyIntoEmpty && !isFirst) return report;
    report.warnings = folder.warnings;
    if (isFirst) await noteRendered(trx);
    const at = clock.nowIso();
    // Checked again under the lock: things that the folder names may have been removed or renamed meanwhile.
    const moves = await findMoves(folder, trx, options.prune ?? false);
    const lost = await checkReferences(folder, options.prune ? null : trx, moves.moved);
    const misplaced = await checkTree(folder, options.prune ? null : trx, moves.moved);
    const problems = [...moves.problems, ...lost, ...misplaced];
    if (problems.length > 0) throw new ContentError(problems);
    await applyMoves(trx, moves, { engine: db.engine, at });
    report.moved = moves.moved;
    await writeFolder(trx, folder, { report, step, at });
    if (options.prune) report.removed = await prune(trx, folder, at);
    for (const { kind } of moves.replaced) report.removed[kind] += 1;
    await endPlans(trx);
    if (folder.site) report.settings = await writeSite(trx, folder.site);
    await settleOffers(trx, { now: at });
    await indexMarked(trx, { onProgress: (indexed, all) => options.onProgress?.('indexing', indexed, all) });
    return report;
  });
}

/** Finds the stored looks of a picture, which save a second decoding: a camera's takes a tenth of a second. */
function looksIn(db: Kysely<Schema> | null): FindLooks {
  return async (file) => {
    const query = db?.selectFrom('media').select(['served', 'blur']).where('file', '=', file).limit(1);
    return (await query?.executeTakeFirst()) ?? null;
  };
}

async function findNewFiles(files: readonly MediaFile[], db: Database): Promise<string[]> {
  const names = [...new Set(files.map(({ file }) => file))];
  const stored = new Set<string>();
  for (const some of inBatches(names, batchSize)) {
    const rows = await db.read.selectFrom('media').select('file').where('file', 'in', some).execute();
    for (const { file } of rows) stored.add(file);
  }
  return names.filter((file) => !stored.has(file));
}

/** The site's logo may be in the folder, or named by it and stored before, or the other way round. */
async function storeSiteIcons(
  { site, media }: ContentFolder,
  db: Database,
  store: MediaStore,
): Promise<void> {
  const stored = site === null ? await readStoredSite(db.read) : null;
  const settings = site?.settings ?? readStoredSettings(stored);
  if (settings.logo === undefined) return;
  const brought = media.find(({ path }) => path === settings.logo);
  const logo =
    brought ??
    (await db.read.selectFrom('media').select('file').where('path', '=', settings.logo).executeTakeFirst());
  if (!logo) return;
  await makeSiteIcons(await readOriginal(store, logo.file), logo.file, store);
}

interface FolderWrite {
  report: ImportReport;
  step: (count: number) => void;
  at: string;
}

/** Writes rows after those that they point to; reports the length of each batch to `step`. */
async function writeFolder(
  trx: Transaction<Schema>,
  { entries, media, labels }: ContentFolder,
  { report: { written, unchanged }, step, at }: FolderWrite,
): Promise<void> {
  const toWritten = (row: Row, stored: Row | undefined) => withLibraryFacts(row, { stored, labels, at });
  written.media = (await writeRows(trx, 'media', media.map(toMediaRow), { step, toWritten })).length;
  unchanged.media = media.length - written.media;
  for (const kind of kindsInWriteOrder()) {
    const counts = await importEntries(trx, kind, entries[kind], { step, at });
    written[kind] = counts.written;
    unchanged[kind] = counts.unchanged;
  }
}

/** Keeps the text before the import as a revision, and the imported text as another. New entries need none yet. */
async function importEntries(
  trx: Transaction<Schema>,
  kind: Kind,
  entries: readonly ContentEntry[],
  { step, at }: Pick<FolderWrite, 'step' | 'at'>,
): Promise<{ written: number; unchanged: number }> {
  const overwritten: Entry[] = [];
  const counts = await writeEntries(trx, contentKinds[kind], entries, {
    step,
    times: { at },
    async beforeChange(ids) {
      overwritten.push(...(await keepEntries(trx, kind, ids, at)));
    },
  });
  for (const some of inBatches(overwritten, batchSize))
    await addImported(trx, some, { kind, at, action: 'import' });
  return counts;
}

export async function hasContent(db: Kysely<Schema>): Promise<boolean> {
  for (const table of [...kindsInMessages, 'site'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return true;
  }
  return false;
}

function writtenTables() {
  const joins = kindsInMessages.flatMap((kind) => contentKinds[kind].joins.map((join) => join.table));
  return sql.join([...kindsInMessages, ...joins, 'media', 'site'].map((table) => sql.table(table)));
}

/** Removes content that is not in the folder, rows before those that they point to. */
async function prune(
  trx: Transaction<Schema>,
  { entries, media }: ContentFolder,
  at: string,
): Promise<ImportReport['removed']> {
  const removed = noneOfEach();
  for (const kind of kindsInWriteOrder().toReversed()) {
    const kept = new Set(entries[kind].map((entry) => entry.id));
    removed[kind] = await removeOthers(trx, kind, kept, (ids) => moveToTrash(trx, kind, ids, at));
  }
  removed.media = await removeOthers(trx, 'media', new Set(media.map((file) => file.path)));
  return removed;
}

function emptyReport(): ImportReport {
  return {
    settings: null,
    warnings: [],
    moved: [],
    written: noneOfEach(),
    unchanged: noneOfEach(),
    removed: noneOfEach(),
  };
}

function noneOfEach(): Record<Kind | 'media', number> {
  return { ...mapKinds(() => 0), media: 0 };
}
