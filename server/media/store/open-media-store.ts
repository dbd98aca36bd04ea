import path from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { StoreConfig } from '#server/config/config-media.ts';
import { bothStores } from './both-stores.ts';
import { folderStore } from './folder-store.ts';
import type { MediaStore } from './media-store.ts';
import { s3Store, type S3Store } from './s3/s3-store.ts';

/** Stores of the media files, as configured. */
export interface MediaPlaces {
  store: MediaStore;
  /** Places that are searched for a visitor's file, in this order: paths of folders, and stores elsewhere. */
  served: readonly (string | S3Store)[];
  /** Places among them that are no folder of this machine. */
  elsewhere: readonly S3Store[];
  /** Move that is under way; null: none is. */
  move: { from: MediaStore; to: MediaStore } | null;
}

export function openMediaPlaces(
  { media, dataDir }: Pick<Config, 'media' | 'dataDir'>,
  fetch: typeof globalThis.fetch = globalThis.fetch,
  onSending: () => void = () => {},
): MediaPlaces {
  const served: (string | S3Store)[] = [];
  const open = (config: StoreConfig): MediaStore => {
    if (config.kind === 'folder') {
      served.push(path.join(dataDir, 'media'));
      return folderStore(dataDir);
    }
    const store = s3Store(config, { cacheDir: path.join(dataDir, 'cache'), fetch, onSending });
    served.push(store);
    return store;
  };
  // The source of a move comes first: a file that is copied and removed in between is found all the same.
  const from = media.also && open(media.also);
  const to = open(media.store);
  return {
    store: from === null ? to : bothStores(to, from),
    served,
    elsewhere: served.filter((place) => typeof place !== 'string'),
    move: from && { from, to },
  };
}

/**
 * Opens the store for reading and writing files, without serving any. `onSending` is called again and again while bytes
 * of a file go to a store elsewhere.
 */
export function openMediaStore(
  config: Pick<Config, 'media' | 'dataDir'>,
  onSending?: () => void,
): MediaStore {
  return openMediaPlaces(config, globalThis.fetch, onSending).store;
}
