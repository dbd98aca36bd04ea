import path from 'node:path';
import type { Config } from '#server/config.ts';
import type { StoreConfig } from '#server/config-media.ts';
import { bothStores } from './both-stores.ts';
import { folderStore } from './folder-store.ts';
import type { MediaStore } from './media-store.ts';
import { s3Store, type S3Store } from './s3/s3-store.ts';

/** The files of pictures, wherever the configuration says that they are. */
export interface MediaPlaces {
  store: MediaStore;
  /** Where what visitors ask for is looked for, in this order: paths of folders, and what is elsewhere. */
  served: readonly (string | S3Store)[];
  /** What of it is no folder of this machine. */
  elsewhere: readonly S3Store[];
  /** What moves; null: nothing does. */
  move: { from: MediaStore; to: MediaStore } | null;
}

export function openMediaPlaces(
  { media, dataDir }: Pick<Config, 'media' | 'dataDir'>,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): MediaPlaces {
  const served: (string | S3Store)[] = [];
  const open = (config: StoreConfig): MediaStore => {
    if (config.kind === 'folder') {
      served.push(path.join(dataDir, 'media'));
      return folderStore(dataDir);
    }
    const store = s3Store(config, { cacheDir: path.join(dataDir, 'cache'), fetch });
    served.push(store);
    return store;
  };
  // First where files come from: one that is copied and removed in between is found all the same.
  const from = media.also && open(media.also);
  const to = open(media.store);
  return {
    store: from === null ? to : bothStores(to, from),
    served,
    elsewhere: served.filter((place) => typeof place !== 'string'),
    move: from && { from, to },
  };
}

/** For what reads and writes files, and serves none. */
export function openMediaStore(config: Pick<Config, 'media' | 'dataDir'>): MediaStore {
  return openMediaPlaces(config).store;
}
