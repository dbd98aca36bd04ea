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
  /** The path of the folder of what is served as it is; null: no file is there. */
  folder: string | null;
  /** Where files are asked for that no folder has. */
  elsewhere: readonly S3Store[];
  /** What moves; null: nothing does. */
  move: { from: MediaStore; to: MediaStore } | null;
}

export function openMediaPlaces(
  { media, dataDir }: Pick<Config, 'media' | 'dataDir'>,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): MediaPlaces {
  const elsewhere: S3Store[] = [];
  const open = (config: StoreConfig): MediaStore => {
    if (config.kind === 'folder') return folderStore(dataDir);
    const store = s3Store(config, { cacheDir: path.join(dataDir, 'cache'), fetch });
    elsewhere.push(store);
    return store;
  };
  const to = open(media.store);
  const from = media.also && open(media.also);
  const hasFolder = media.store.kind === 'folder' || media.also?.kind === 'folder';
  return {
    store: from === null ? to : bothStores(to, from),
    folder: hasFolder ? path.join(dataDir, 'media') : null,
    elsewhere,
    move: from && { from, to },
  };
}

/** For what reads and writes files, and serves none. */
export function openMediaStore(config: Pick<Config, 'media' | 'dataDir'>): MediaStore {
  return openMediaPlaces(config).store;
}
