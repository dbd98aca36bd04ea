import { createHash } from 'node:crypto';
import { lookup } from 'mime-types';
import { hashInName, type FileSum } from '../media-store.ts';

/** Facts about a file before its bytes have come: from its name, and from the notes made when it was put. */
export interface KnownFile {
  /** Null: another program has put it, or an earlier version of this one, without noting the size. */
  bytes: number | null;
  /** The SHA-256 or its beginning; empty where it is not known. */
  sha256: string;
}

// S3 keeps such headers with an object and gives them back; rclone and others write theirs to every service as well.
const [bytesHeader, sha256Header] = ['x-amz-meta-bytes', 'x-amz-meta-sha256'] as const;

/** Headers that an object is put with. */
export function noteHeaders({ bytes, sha256 }: FileSum): Record<string, string> {
  return { [bytesHeader]: String(bytes), [sha256Header]: sha256 };
}

export function readKnown(name: string, headers: Headers): KnownFile {
  const bytes = headers.get(bytesHeader) ?? '';
  const sha256 = headers.get(sha256Header) ?? '';
  return {
    bytes: /^\d{1,15}$/.test(bytes) ? Number(bytes) : null,
    // A note may not contradict the name.
    sha256: hashInName(name) ?? (/^[\da-f]{64}$/.test(sha256) ? sha256 : ''),
  };
}

interface Answer {
  status: number;
  headers: Headers;
}

/** Compares the head of an answer with the request and with the known facts. Null: nothing is wrong with it. */
export function findFault(
  name: string,
  { status, headers }: Answer,
  range: string | undefined,
): string | null {
  const type = headers.get('content-type')?.split(';')[0]?.trim() ?? '';
  if (!isTypeOf(name, type)) return `it came as ${type}`;
  const length = lengthOf(headers);
  const { bytes } = readKnown(name, headers);
  if (status === 200)
    return length === null || bytes === null || length === bytes
      ? null
      : `it has ${length} bytes instead of ${bytes}`;
  if (status !== 206 || range === undefined) return `the answer is ${status}, which nobody asked for`;
  const field = headers.get('content-range') ?? '';
  const total = Number(/\/(\d+)$/.exec(field)?.[1] ?? NaN);
  const { start, end } = partOf(range, total);
  if (field !== `bytes ${start}-${end}/${total}` || length !== end - start + 1)
    return `the answer to ${range} is "${field}" with ${length} bytes`;
  return bytes === null || total === bytes ? null : `it has ${total} bytes instead of ${bytes}`;
}

/** Pictures, films, sounds and fonts: other programs that fill a bucket name some of them otherwise, or not at all. */
function isTypeOf(name: string, type: string): boolean {
  const kindOf = (mime: string) => mime.split('/')[0];
  return (
    /^$|^(?:application|binary)\/octet-stream$/.test(type) || kindOf(type) === kindOf(lookup(name) || type)
  );
}

/** The part that `bytes=1-2`, `bytes=1-` or `bytes=-2` asks for. */
function partOf(range: string, total: number): { start: number; end: number } {
  const [first = '', last = ''] = range.slice('bytes='.length).split('-');
  if (first === '') return { start: Math.max(0, total - Number(last)), end: total - 1 };
  return { start: Number(first), end: last === '' ? total - 1 : Math.min(Number(last), total - 1) };
}

export function lengthOf(headers: Headers): number | null {
  const length = headers.get('content-length');
  return length === null ? null : Number(length);
}

/**
 * Passes chunks on and fails when they are not the file. The last one is held back until all are known to be right, so
 * that nobody gets the whole of something else.
 */
export async function* whenRight(
  chunks: AsyncIterable<Uint8Array>,
  { bytes, sha256 }: KnownFile,
  fail: (fault: string) => Error,
): AsyncGenerator<Uint8Array> {
  const hash = sha256 === '' ? null : createHash('sha256');
  let length = 0;
  let held: Uint8Array | null = null;
  for await (const chunk of chunks) {
    hash?.update(chunk);
    length += chunk.length;
    if (held !== null) yield held;
    held = chunk;
  }
  if (bytes !== null && length !== bytes) throw fail(`it has ${length} bytes instead of ${bytes}`);
  if (hash !== null && !hash.digest('hex').startsWith(sha256)) throw fail('its bytes are others');
  if (held !== null) yield held;
}
