import { copyFile } from 'node:fs/promises';
import { storeRecording } from '#server/media/recordings/store-recording.ts';
import { originalName, publicName, putMissing, type MediaStore } from '#server/media/store/media-store.ts';
import { examineUpload, hasMadeFile, servedCopyOf, type ExaminedUpload } from './examine-upload.ts';
import type { MediaFile } from './media-files.ts';

/** Work on uploaded files, which needs the library of pictures and takes long. */
export interface UploadWork {
  examine(sourceFile: string): Promise<ExaminedUpload>;
  /** Puts an examined file into the store, with the file that visitors get. Small copies of it are made later. */
  store(media: MediaFile): Promise<void>;
}

/** Does the work in this process. */
export function uploadWorkInProcess(store: MediaStore): UploadWork {
  return { examine: examineUpload, store: (media) => storeUpload(media, store) };
}

async function storeUpload(media: MediaFile, store: MediaStore): Promise<void> {
  if ('recording' in media) return storeRecording(media, store);
  const { sourceFile } = media;
  const original = originalName(media.file);
  const copyOf = (file: string) => (temporary: string) => copyFile(file, temporary);
  if ((await store.stat(original))?.bytes !== media.bytes) await store.putFile(original, copyOf(sourceFile));
  if (hasMadeFile(media)) await putMissing(store, publicName(media.served), copyOf(servedCopyOf(sourceFile)));
}

export type UploadTask = { name: 'examine'; sourceFile: string } | { name: 'store'; media: MediaFile };

/** Task for the program. Its answer has the same number. */
export type UploadJob = { id: number } & UploadTask;

/** Message of the program: what a job resolves to, why it has failed, or that bytes of files are on their way. */
export type UploadMessage =
  { id: number; value: ExaminedUpload | null } | { id: number; failure: string } | { isSending: true };
