import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { UploadProblem } from '#shared/editing/uploads.ts';
import { createWorkQueue } from '#server/base/work-queue.ts';
import { hasMadeFile, servedCopyOf } from '#server/content/media-files/examine-upload.ts';
import { toMediaRow, type MediaFile } from '#server/content/media-files/media-files.ts';
import type { UploadWork } from '#server/content/media-files/upload-work.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import type { MediaTable } from '#server/db/tables/media-tables.ts';
import type { Schema } from '#server/db/schema.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { announceFiles, askForFiles } from '#server/media/jobs/media-jobs.ts';
import { isStored, originalName, publicName, type MediaStore } from '#server/media/store/media-store.ts';
import { kindOf } from '#server/media/pictures/picture-names.ts';
import { addEvent } from '../content-events.ts';
import { mayStillDo, type EditTools } from '../entries/change-entry.ts';
import { receiveFile, type ReceivedFile } from './receive-file.ts';
import { labelOfFile, uploadPath, type NamedFile } from './upload-names.ts';

export type MediaRow = Selectable<MediaTable>;

export type UploadOutcome =
  | { kind: 'stored'; media: MediaRow }
  /** The same content was there before. */
  | { kind: 'present'; media: MediaRow }
  | { kind: 'refused'; problem: UploadProblem }
  | { kind: 'forbidden' };

export interface Uploads {
  /** Does the work when it is its turn, of which a process gives few at once. Resolves to null when too many wait. */
  takeTurn<T>(work: () => Promise<T>): Promise<T | null>;
  /** @throws UploadRefused */
  receive(pieces: AsyncIterable<Buffer>, name: string): Promise<ReceivedFile>;
  /** Examines and stores a received file, which nobody else needs after that. */
  add(received: ReceivedFile, file: NewFile): Promise<UploadOutcome>;
  /** Same, in the place of a file of the same format: everything that names it shows the new one. */
  replace(received: ReceivedFile, replaced: Replaced): Promise<UploadOutcome>;
}

interface NewFile {
  /** The name that its owner gave it. */
  name: string;
  editor: Editor;
}

interface Replaced {
  /** The path in the library. */
  place: string;
  editor: Editor;
}

export interface UploadTools extends EditTools {
  dataDir: string;
  store: MediaStore;
  work: UploadWork;
}

const turnsOfProcess = { atOnce: 4, maxWaiting: 8 };

export function createUploads({ dataDir, store, work, ...tools }: UploadTools): Uploads {
  const { db, clock } = tools;
  const turns = createWorkQueue(turnsOfProcess);

  /** Examines and stores a file, as `known` names it. `placeOf` gives its path by its ending; null: wrong format. */
  async function keep(
    { file }: ReceivedFile,
    placeOf: (ending: string) => string | null,
    known?: MediaRow,
  ): Promise<MediaFile | UploadProblem> {
    const examined = await work.examine(file);
    if ('problem' in examined) return examined.problem;
    const place = placeOf(path.extname(examined.media.path));
    if (place === null) return 'other-format';
    const media = { ...examined.media, path: place, file: known?.file ?? examined.media.file };
    // First: a file that nothing names in the end is removed after a day.
    await announceFiles(db, [media.file], clock.now());
    await work.store(media);
    return media;
  }

  async function add(received: ReceivedFile, { name, editor }: NewFile): Promise<UploadOutcome> {
    const { sha256 } = received;
    const present = await findSame(db.read, sha256);
    if (present && (await isWhole(store, present))) return { kind: 'present', media: present };
    const at = clock.nowIso();
    const media = await keep(received, (ending) => uploadPath({ name, sha256, ending, at }), present);
    if (typeof media === 'string') return { kind: 'refused', problem: media };
    return writeTransaction(db, async (trx): Promise<UploadOutcome> => {
      if (!(await mayStillDo(trx, db, { editor, action: 'upload' }))) return { kind: 'forbidden' };
      if (db.engine === 'postgres') {
        // The second of two requests with the same content waits for the first.
        const job = trx.selectFrom('media_jobs').select('file').where('file', '=', media.file);
        await job.forUpdate().execute();
      }
      const same = await findSame(trx, sha256);
      if (same) {
        // Another request was first, and the announcement of this one has put off the small copies for a day. Or the
        // file was lost: with it they may be, too, and are shown when they are made anew.
        await askForFiles(trx, same.file);
        if (present) await showAlone(trx, media);
        return { kind: 'present', media: same };
      }
      const file = { name, sha256, ending: path.extname(media.path), at };
      const place = await findPlace(trx, file);
      const written = await trx
        .insertInto('media')
        .values({ ...toUploadRow(media), path: place, label: labelOfFile(name), added_at: at })
        .returning(columnsOf.media)
        .executeTakeFirstOrThrow();
      return { kind: 'stored', media: written };
    });
  }

  async function replace(received: ReceivedFile, { place, editor }: Replaced): Promise<UploadOutcome> {
    const media = await keep(received, (ending) => (formatOf(place) === ending ? place : null));
    if (typeof media === 'string') return { kind: 'refused', problem: media };
    return writeTransaction(db, async (trx): Promise<UploadOutcome> => {
      if (!(await mayStillDo(trx, db, { editor, action: 'change-media' }))) return { kind: 'forbidden' };
      const { path: _, ...row } = toUploadRow(media);
      const written = await trx
        .updateTable('media')
        // Other files of the same content may have been lost.
        .set({ ...row, ...nothingMade })
        .where('path', '=', place)
        .returning(columnsOf.media)
        .executeTakeFirst();
      await askForFiles(trx, media.file);
      // Somebody has deleted it meanwhile.
      if (!written) return { kind: 'refused', problem: 'failed' };
      const event = { event: 'replace-media', kind: 'media', id: place };
      await addEvent(trx, { ...event, editor, at: clock.nowIso() });
      return { kind: 'stored', media: written };
    });
  }

  /** The file is gone from its first place in any case. */
  const andRemove = async <T>(received: ReceivedFile, kept: Promise<T>): Promise<T> =>
    kept.finally(async () => {
      for (const file of [received.file, servedCopyOf(received.file)]) await rm(file, { force: true });
    });

  return {
    takeTurn: (taken) => turns.run(0, taken),
    receive: (pieces, name) => receiveFile(pieces, { name, dataDir }),
    add: (received, file) => andRemove(received, add(received, file)),
    replace: (received, replaced) => andRemove(received, replace(received, replaced)),
  };
}

/** A picture is shown before its small copies are made. */
function toUploadRow(media: MediaFile) {
  return { ...toMediaRow(media), single_of: hasSmallCopies(media) ? media.served : null };
}

/** Whether small copies are made of it, of which a picture that moves has none. */
function hasSmallCopies(media: MediaFile): boolean {
  return hasMadeFile(media) && kindOf(media) !== 'animation';
}

/** Columns of a file of which neither AVIF nor a card nor raster pictures are made. */
const nothingMade = { finished_of: null, rasters_of: null };

/** Has pages show the file for visitors alone until everything else that is made of it is there. */
async function showAlone(trx: Transaction<Schema>, media: MediaFile): Promise<void> {
  const { single_of } = toUploadRow(media);
  await trx
    .updateTable('media')
    .set({ single_of, ...nothingMade })
    .where('file', '=', media.file)
    .where('served', '=', media.served)
    .execute();
}

/** Whether a file of the library is in the store. While nobody can say, it counts as being there. */
async function isWhole(store: MediaStore, { file, served }: MediaRow): Promise<boolean> {
  const names = new Set([originalName(file), publicName(served)]);
  const areStored = await Promise.all([...names].map((name) => isStored(store, name))).catch(() => [true]);
  return areStored.every(Boolean);
}

/** The path of a new file. Its first one may have another content by now, which has replaced the same as this. */
async function findPlace(db: Kysely<Schema>, file: NamedFile): Promise<string> {
  for (let digits = 8; ; digits += 8) {
    const place = uploadPath(file, digits);
    const taken = db.selectFrom('media').select('path').where('path', '=', place);
    if (digits === file.sha256.length || (await taken.executeTakeFirst()) === undefined) return place;
  }
}

/** The ending that a file of this path has by its content. */
function formatOf(place: string): string {
  return path.extname(place).toLowerCase().replace('.jpeg', '.jpg');
}

/** Finds a file of the library with this content. */
function findSame(db: Kysely<Schema>, sha256: string): Promise<MediaRow | undefined> {
  const names = endings.map((ending) => fileName(sha256, ending));
  return db
    .selectFrom('media')
    .select(columnsOf.media)
    .where('file', 'in', names)
    .where('path', 'like', 'media/%')
    .orderBy('path')
    .limit(1)
    .executeTakeFirst();
}

/** Endings of stored files. An import may have given `.jpeg`. */
const endings = ['.jpg', '.jpeg', '.png', '.gif', '.webp', '.avif', '.svg', '.pdf', '.mp4', '.m4a', '.mp3'];

/** Name of a stored file: see media-files.ts. */
function fileName(sha256: string, ending: string): string {
  return `${sha256.slice(0, 24)}${ending}`;
}
