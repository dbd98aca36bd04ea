import type { MediaStore } from '#server/media/store/media-store.ts';
import { examineUpload, type ExaminedUpload } from './examine-upload.ts';
import { storeMedia, type MediaFile } from './media-files.ts';

/** Work on uploaded files, which needs the library of pictures and takes long. */
export interface UploadWork {
  examine(sourceFile: string): Promise<ExaminedUpload>;
  /** Puts the file into the store, with the files that pages need of it at once. */
  store(media: MediaFile): Promise<void>;
}

/** Does the work in this process. */
export function uploadWorkInProcess(store: MediaStore): UploadWork {
  return { examine: examineUpload, store: (media) => storeMedia(media, store) };
}

/** Work for the program. */
export type UploadJob = { name: 'examine'; sourceFile: string } | { name: 'store'; media: MediaFile };

/** Answer of the program: what the work resolves to, or why it has failed. */
export type UploadJobAnswer = { value: ExaminedUpload | null } | { failure: string };
