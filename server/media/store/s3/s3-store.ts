import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { lookup } from 'mime-types';
import type { S3Config } from '#server/config-media.ts';
import { reasonOf } from '#server/errors.ts';
import { mediaFolders, type FileSum, type MediaStore, type StoredFile } from '../media-store.ts';
import { MediaStoreError } from '../store-error.ts';
import { sumOf } from '../sums.ts';
import { chunksOf } from './idle-limit.ts';
import { readListing } from './s3-answers.ts';
import { createS3Client, type S3Answer } from './s3-client.ts';
import { sha256 } from './sign-request.ts';

/** A store whose files are objects of a service that speaks S3. */
export interface S3Store extends MediaStore {
  /** Asks for a file, or a part of it, once: for visitors, who do not wait. */
  open(name: string, request: OpenRequest): Promise<OpenFile | null>;
  /** Why the store cannot be asked; null: it can. */
  findTrouble(): Promise<string | null>;
}

interface OpenRequest {
  method: 'GET' | 'HEAD';
  /** As the header `Range` has it. */
  range?: string | undefined;
  signal: AbortSignal;
}

export interface OpenFile {
  /** 200, 206 or 416. */
  status: number;
  headers: Headers;
  body: AsyncIterable<Uint8Array>;
  /** Ends what nobody reads. */
  close(): void;
}

interface S3StoreOptions {
  /** A folder for what programs of this machine are to read, and for what is not put yet. */
  cacheDir: string;
  fetch: typeof globalThis.fetch;
}

const visitorPatienceMs = 5_000;
const maxIdleMs = 10_000;
/** What the slowest line may take that films are brought in by. */
const bytesPerMs = 50;

export function s3Store(config: S3Config, { cacheDir, fetch }: S3StoreOptions): S3Store {
  const client = createS3Client(config, fetch);
  const { place, ask, patiently } = client;
  const objectOf = (name: string) => ({
    bucket: name.startsWith('originals/') ? config.originalsBucket : config.bucket,
    key: config.prefix + name,
  });

  async function* list(prefix: string): AsyncGenerator<StoredFile> {
    const { bucket, key } = objectOf(prefix);
    let token: string | null = null;
    do {
      const query = { 'list-type': '2', prefix: key, ...(token !== null && { 'continuation-token': token }) };
      const listing = await patiently(async () => {
        const answer = await ask({ method: 'GET', bucket, query });
        return answer && readListing(await client.text(answer));
      });
      if (listing === null)
        throw new MediaStoreError(`${place} answers with no list: it is no service that speaks S3`, {
          isAway: false,
        });
      for (const file of listing.files) {
        const name = file.name.slice(config.prefix.length);
        if (isFileName(name)) yield { ...file, name };
      }
      token = listing.next;
    } while (token !== null);
  }

  async function send(
    name: string,
    data: Uint8Array<ArrayBuffer> | Blob,
    sum: { bytes: number; sha256: string },
  ) {
    const answer = await patiently(() =>
      ask({
        method: 'PUT',
        ...objectOf(name),
        headers: {
          'content-type': lookup(name) || 'application/octet-stream',
          'cache-control': name.startsWith('media/') ? 'public, max-age=31536000, immutable' : 'private',
        },
        body: { data, sha256: sum.sha256 },
        patienceMs: 30_000 + sum.bytes / bytesPerMs,
      }),
    );
    if (answer) await client.text(answer);
  }

  /** Reads the whole of it, and once more when it breaks off. */
  function receive<T>(
    name: string,
    take: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T | null> {
    return patiently(async () => {
      const answer = await ask({ method: 'GET', ...objectOf(name) });
      return answer && take(bodyOf(answer, place));
    });
  }

  async function remove(name: string): Promise<void> {
    const answer = await patiently(() => ask({ method: 'DELETE', ...objectOf(name) }));
    if (answer) await client.text(answer);
  }

  function copyTo(file: string, name: string): Promise<FileSum | null> {
    return receive(name, async (chunks) => {
      await pipeline(chunks, createWriteStream(file));
      return sumOf(file);
    });
  }

  /** A path of this machine that is gone afterwards, unless `work` has renamed it. */
  async function withTemporary<T>(name: string, work: (temporary: string) => Promise<T>): Promise<T> {
    const temporary = `${path.join(cacheDir, name)}.${randomUUID()}.tmp`;
    await mkdir(path.dirname(temporary), { recursive: true });
    try {
      return await work(temporary);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  return {
    place,

    async stat(name) {
      const answer = await patiently(() => ask({ method: 'HEAD', ...objectOf(name) }));
      if (answer === null) return null;
      const bytes = Number(answer.headers.get('content-length') ?? -1);
      return { name, bytes, modifiedMs: Date.parse(answer.headers.get('last-modified') ?? '') || 0 };
    },

    read: (name) =>
      receive(name, async (chunks) => {
        const read: Uint8Array[] = [];
        for await (const chunk of chunks) read.push(chunk);
        return Buffer.concat(read);
      }),

    sum: (name) =>
      receive(name, async (chunks) => {
        const hash = createHash('sha256');
        let bytes = 0;
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.length;
        }
        return { bytes, sha256: hash.digest('hex') };
      }),

    async localFile(name) {
      // What has this name is never changed.
      const file = path.join(cacheDir, name);
      if (
        await access(file).then(
          () => true,
          () => false,
        )
      )
        return file;
      return withTemporary(name, async (temporary) => {
        if ((await copyTo(temporary, name)) === null) return null;
        await rename(temporary, file);
        return file;
      });
    },

    copyTo,
    put: (name, data) => {
      const bytes = new Uint8Array(data);
      return send(name, bytes, { bytes: bytes.length, sha256: sha256(bytes) });
    },
    putFile: (name, make) =>
      withTemporary(name, async (temporary) => {
        await make(temporary);
        await send(name, await openAsBlob(temporary), await sumOf(temporary));
      }),
    remove,
    async removeFolder(name) {
      for await (const file of list(`${name}/`)) await remove(file.name);
    },
    async *list() {
      for (const folder of mediaFolders) yield* list(`${folder}/`);
    },

    async open(name, { method, range, signal }) {
      const headers = range === undefined ? {} : { range };
      const patienceMs = visitorPatienceMs;
      const answer = await ask({ method, ...objectOf(name), headers, signal, patienceMs });
      if (answer === null) return null;
      const { status, headers: found, limit } = answer;
      return { status, headers: found, body: bodyOf(answer, place), close: () => limit.abort() };
    },

    async findTrouble() {
      try {
        for (const bucket of new Set([config.bucket, config.originalsBucket])) {
          const query = { 'list-type': '2', 'max-keys': '1', prefix: config.prefix };
          const answer = await ask({ method: 'GET', bucket, query, patienceMs: visitorPatienceMs });
          if (answer) await client.text(answer);
        }
        return null;
      } catch (error) {
        return reasonOf(error);
      }
    },
  };
}

/** What others put into a bucket leads nowhere: a folder that is an object, or a name that climbs out of a folder. */
function isFileName(name: string): boolean {
  return !/[\\\0]/.test(name) && name.split('/').every((part) => !/^\.{0,2}$/.test(part));
}

/** A body that breaks off is no whole file. */
async function* bodyOf({ body, limit }: S3Answer, place: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(body, limit, maxIdleMs);
  } catch (cause) {
    throw new MediaStoreError(`${place} broke off a file: ${reasonOf(cause)}`, { isAway: true, cause });
  }
}
