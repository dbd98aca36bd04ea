import { createHash, hash, randomUUID } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { S3Config } from '#server/config/config-media.ts';
import { mediaFolders, type FileSum, type MediaStore } from '../media-store.ts';
import { sumOf } from '../sums.ts';
import { s3Objects, type S3Objects } from './s3-objects.ts';

/** A store whose files are objects of a service that speaks S3. */
export interface S3Store extends MediaStore, Pick<S3Objects, 'open' | 'findTrouble'> {}

interface S3StoreOptions {
  /** Folder for files that programs of this machine read, and for files that are not put yet. */
  cacheDir: string;
  fetch: typeof globalThis.fetch;
  /** Called for each chunk of a file on its way. */
  onSending?: () => void;
}

export function s3Store(config: S3Config, { cacheDir, fetch, onSending }: S3StoreOptions): S3Store {
  const objects = s3Objects(config, { fetch, onSending });
  const { place, receive, send, remove, open, findTrouble } = objects;

  const copyTo = (file: string, name: string): Promise<FileSum | null> =>
    receive(name, async (chunks) => {
      await pipeline(chunks, createWriteStream(file));
      return sumOf(file);
    });

  return {
    place,
    stat: objects.describe,
    read: (name) => receive(name, readAll),
    sum: (name) => receive(name, sumAll),

    async localFile(name) {
      // A file of this name never changes.
      const file = path.join(cacheDir, name);
      const isThere = await access(file).then(
        () => true,
        () => false,
      );
      if (isThere) return file;
      return withTemporary(file, async (temporary) => {
        if ((await copyTo(temporary, name)) === null) return null;
        await rename(temporary, file);
        return file;
      });
    },

    copyTo,
    put: (name, data) => {
      const bytes = new Uint8Array(data);
      return send(name, bytes, { bytes: bytes.length, sha256: hash('sha256', bytes) });
    },
    putFile: (name, make) =>
      withTemporary(path.join(cacheDir, name), async (temporary) => {
        await make(temporary);
        await send(name, await openAsBlob(temporary), await sumOf(temporary));
      }),
    remove,
    async removeFolder(name) {
      for await (const file of objects.list(`${name}/`)) await remove(file.name);
    },
    async *list() {
      for (const folder of mediaFolders) yield* objects.list(`${folder}/`);
    },
    open,
    findTrouble,
  };
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

async function sumAll(chunks: AsyncIterable<Uint8Array>): Promise<FileSum> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    digest.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: digest.digest('hex') };
}

/** Runs `work` with a path of this machine that is gone afterwards, unless `work` has renamed it. */
async function withTemporary<T>(file: string, work: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  await mkdir(path.dirname(temporary), { recursive: true });
  try {
    return await work(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}
