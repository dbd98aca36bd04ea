import { lookup } from 'mime-types';
import type { S3Config } from '#server/config/config-media.ts';
import { reasonOf } from '#server/base/errors.ts';
import type { FileSum, StoredFile } from '../media-store.ts';
import { DamagedFileError, MediaStoreError } from '../store-error.ts';
import { chunksOf } from './idle-limit.ts';
import { findFault, lengthOf, noteHeaders, readKnown, whenRight } from './object-faults.ts';
import { readListing, type Listing } from './s3-answers.ts';
import { createS3Client, type S3Answer, type S3Client, type S3ClientOptions } from './s3-client.ts';

/** Operations on single objects, by the names of their files. */
export interface S3Objects {
  readonly place: string;
  describe(name: string): Promise<StoredFile | null>;
  /** Reads the whole of it, and once more when it breaks off. @throws DamagedFileError when it is another file. */
  receive<T>(name: string, take: (chunks: AsyncIterable<Uint8Array>) => Promise<T>): Promise<T | null>;
  send(name: string, data: Uint8Array<ArrayBuffer> | Blob, sum: FileSum): Promise<void>;
  remove(name: string): Promise<void>;
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Requests a file, or a part of it, once: for visitors, who do not wait. @throws as `receive` does. */
  open(name: string, request: OpenRequest): Promise<OpenFile | null>;
  /** Reason why the store cannot be reached; null: it can. */
  findTrouble(): Promise<string | null>;
}

interface OpenRequest {
  method: 'GET' | 'HEAD';
  /** Value of the header `Range`. */
  range?: string | undefined;
  signal: AbortSignal;
}

export interface OpenFile {
  /** 200, 206 or 416. */
  status: number;
  headers: Headers;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Ends the transfer when nobody reads on. */
  close(): void;
}

const visitorPatienceMs = 5_000;
const maxIdleMs = 10_000;
/** Bytes per ms of the slowest line that films are transferred over. */
const bytesPerMs = 50;
/** Wait for the answer to the last bytes of a file, besides the time that they take. */
const answerMs = 30_000;
/** Most bytes of a file that a system holds on their way. */
const heldBytes = 4 * 1024 ** 2;

export function s3Objects(config: S3Config, options: S3ClientOptions): S3Objects {
  const client = createS3Client(config, options);
  const { place, ask, patiently } = client;
  const objectOf = (name: string) => ({
    bucket: name.startsWith('originals/') ? config.originalsBucket : config.bucket,
    key: config.prefix + name,
  });
  const finish = async (answer: S3Answer | null) => void (answer && (await client.text(answer)));

  return {
    place,

    async describe(name) {
      const answer = await patiently(() => ask({ method: 'HEAD', ...objectOf(name) }));
      // A damaged object is made and put anew.
      if (answer === null || findFault(name, answer, undefined) !== null) return null;
      const bytes = Number(answer.headers.get('content-length') ?? -1);
      return { name, bytes, modifiedMs: Date.parse(answer.headers.get('last-modified') ?? '') || 0 };
    },

    receive: (name, take) =>
      patiently(async () => {
        const answer = await ask({ method: 'GET', ...objectOf(name) });
        if (answer === null) return null;
        requireRight({ name, place }, answer);
        return take(wholeOf({ name, place }, answer));
      }),

    async send(name, data, { bytes, sha256 }) {
      const headers = {
        ...noteHeaders({ bytes, sha256 }),
        'content-type': lookup(name) || 'application/octet-stream',
        'cache-control': name.startsWith('media/') ? 'public, max-age=31536000, immutable' : 'private',
      };
      const body = { data, sha256 };
      // For the next piece of a file to be taken, and for the answer to the last.
      const pieceMs = answerMs + Math.min(bytes, heldBytes) / bytesPerMs;
      const wholeMs = pieceMs + bytes / bytesPerMs;
      const limits = { patienceMs: data instanceof Blob ? pieceMs : wholeMs, wholeMs };
      await finish(
        await patiently(() => ask({ method: 'PUT', ...objectOf(name), headers, body, ...limits })),
      );
    },

    remove: async (name) => finish(await patiently(() => ask({ method: 'DELETE', ...objectOf(name) }))),

    async *list(prefix) {
      const { bucket, key } = objectOf(prefix);
      for await (const file of listObjects(client, bucket, key)) {
        const name = file.name.slice(config.prefix.length);
        if (isFileName(name)) yield { ...file, name };
      }
    },

    async open(name, { method, range, signal }) {
      const headers = range === undefined ? {} : { range };
      const request = { method, ...objectOf(name), headers, signal, patienceMs: visitorPatienceMs };
      const answer = await ask(request);
      if (answer === null) return null;
      const { status, limit } = answer;
      if (status === 416 && range !== undefined) {
        // A store answers the same for a file that has lost its end.
        const head = await ask({ ...request, method: 'HEAD', headers: {} });
        if (head !== null) requireRight({ name, place }, head);
      } else requireRight({ name, place }, answer, range);
      const body = status === 200 ? wholeOf({ name, place }, answer, signal) : bodyOf(answer, place, signal);
      return { status, headers: answer.headers, body, close: () => limit.abort() };
    },

    async findTrouble() {
      const query = { 'list-type': '2', 'max-keys': '1', prefix: config.prefix };
      try {
        for (const bucket of new Set([config.bucket, config.originalsBucket])) {
          const answer = await ask({ method: 'GET', bucket, query, patienceMs: visitorPatienceMs });
          requireList(answer && readListing(await client.text(answer)), place);
        }
        return null;
      } catch (error) {
        return reasonOf(error);
      }
    },
  };
}

async function* listObjects(
  { place, ask, text, patiently }: S3Client,
  bucket: string,
  prefix: string,
): AsyncGenerator<StoredFile> {
  let token: string | null = null;
  do {
    const query = { 'list-type': '2', prefix, ...(token !== null && { 'continuation-token': token }) };
    const listing: Listing | null = await patiently(async () => {
      const answer = await ask({ method: 'GET', bucket, query });
      return answer && readListing(await text(answer));
    });
    const { files, next } = requireList(listing, place);
    yield* files;
    token = next;
  } while (token !== null);
}

function requireList(listing: Listing | null, place: string): Listing {
  if (listing !== null) return listing;
  throw new MediaStoreError(`${place} answers with no list: it is no service that speaks S3`, {
    isAway: false,
  });
}

/**
 * Objects that others put into a bucket lead nowhere: a folder that is an object, or a name that climbs out of a
 * folder.
 */
function isFileName(name: string): boolean {
  return !/[\\\0]/.test(name) && name.split('/').every((part) => !/^\.{0,2}$/.test(part));
}

interface NamedFile {
  name: string;
  place: string;
}

/** @throws DamagedFileError when the head of the answer is not right, and nobody reads the rest then. */
function requireRight({ name, place }: NamedFile, answer: S3Answer, range?: string): void {
  const fault = findFault(name, answer, range);
  if (fault === null) return;
  answer.limit.abort();
  throw new DamagedFileError(name, place, fault);
}

/** Whole content of a file, which fails at its end when the file is another one. */
function wholeOf(
  { name, place }: NamedFile,
  answer: S3Answer,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { bytes, sha256 } = readKnown(name, answer.headers);
  const expected = { bytes: bytes ?? lengthOf(answer.headers), sha256 };
  const fail = (fault: string) => new DamagedFileError(name, place, fault);
  return whenRight(bodyOf(answer, place, signal), expected, fail);
}

/** A body that breaks off is no whole file. */
async function* bodyOf(
  { body, limit }: S3Answer,
  place: string,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(body, limit, maxIdleMs);
  } catch (cause) {
    signal?.throwIfAborted();
    throw new MediaStoreError(`${place} broke off a file: ${reasonOf(cause)}`, { isAway: true, cause });
  }
}
