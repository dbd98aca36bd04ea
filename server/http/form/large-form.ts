import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Busboy, { type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { composed } from '#shared/composed.ts';
import { httpError } from '../answer/http-error.ts';

/** A form that was sent: the values of each name in their order, as they were typed. Lines end with a line feed. */
export type SentForm = ReadonlyMap<string, readonly string[]>;

/** 100,000 Han characters are 300 kB. Forms with long texts are sent as multipart/form-data. */
export const maxLargeFormBytes = 2 * 1024 * 1024;

/** Percent-encoded forms have a few short fields: names, addresses, choices. */
const maxEncodedBytes = 64 * 1024;

/** The largest form of ours has fewer than 2,500: 200 rows of three lists. */
const maxFields = 2500;

const maxNameBytes = 200;

/** Parsed before other requests get their turn: a few milliseconds for any bytes. */
const sliceBytes = 16 * 1024;

/**
 * Reads a form of either encoding, chunked or not, up to a limit. Call it once the sender is known to be allowed to
 * send one: nothing of it has been read before.
 * @throws with status 413 when it is larger or has more fields than any form, 415 when it is no form, 400 when it
 * cannot be parsed or holds a NUL. The part read so far is with the error (`readBefore`).
 */
export async function readLargeForm(
  request: IncomingMessage,
  maxBytes = maxLargeFormBytes,
): Promise<SentForm> {
  return (await readForm(request, { maxBytes, file: 'refused' })).fields;
}

/** Same as `readLargeForm` for somebody who may send no file: one that came along is passed over. */
export async function readFormOfStranger(request: IncomingMessage, maxBytes: number): Promise<SentForm> {
  return (await readForm(request, { maxBytes, file: 'skipped' })).fields;
}

/** A form with a file, which the limit is for. Null: none was chosen. */
export async function readFormWithFile(
  request: IncomingMessage,
  maxFileBytes: number,
): Promise<{ form: SentForm; file: Buffer | null }> {
  const maxBytes = maxFileBytes + maxLargeFormBytes;
  const { fields, file } = await readForm(request, { maxBytes, file: maxFileBytes });
  return { form: fields, file: file.length === 0 ? null : file };
}

interface FormLimits {
  maxBytes: number;
  /** Its maximum size in bytes, where the form may have one. */
  file: 'refused' | 'skipped' | number;
}

async function readForm(request: IncomingMessage, { maxBytes, file }: FormLimits): Promise<ParsedForm> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType))
    throw httpError(415, 'the body is no form');
  const limit = /^multipart/i.test(contentType) ? maxBytes : maxEncodedBytes;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();

  const fields = new Map<string, string[]>();
  try {
    return await parse(request, openParser(contentType, fields, file), limit);
  } catch (error) {
    if (error instanceof Error) partlyRead.set(error, fields);
    // The rest is passed over: the next request of the connection comes after it.
    request.resume();
    throw error;
  }
}

const partlyRead = new WeakMap<Error, SentForm>();

/** Fields that were read before a form was refused. */
export function readBefore(error: unknown): SentForm {
  return (error instanceof Error && partlyRead.get(error)) || new Map();
}

async function parse(request: IncomingMessage, parser: Parser, limit: number): Promise<ParsedForm> {
  let bytes = 0;
  // Node would destroy the request when the loop is left, and read nothing more of its connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw httpError(400, 'the body has been read already');
    bytes += chunk.length;
    if (bytes > limit) throw tooLarge();
    for (let start = 0; start < chunk.length; start += sliceBytes) {
      const problem = parser.write(chunk.subarray(start, start + sliceBytes));
      if (problem !== null) throw problem;
      // After small chunks too: many of them may be there already, and streams of the parser end between two turns.
      await nextTurn();
    }
  }
  return parser.end();
}

/** The value of a name that stands once, or an empty text. In NFC: it is an id, a path, or a name of ours. */
export function valueOf(form: SentForm, name: string): string {
  return composed(form.get(name)?.[0] ?? '');
}

function tooLarge(): Error {
  return httpError(413, 'the form is too large');
}

interface ParsedForm {
  fields: SentForm;
  /** Empty: there is none. */
  file: Buffer;
}

interface Parser {
  /** Parses one more slice. Returns why no more need be read, or null. */
  write(slice: Buffer): Error | null;
  end(): Promise<ParsedForm>;
}

/** Parses a form slice by slice. */
function openParser(
  contentType: string,
  fields: Map<string, string[]>,
  fileLimit: FormLimits['file'],
): Parser {
  let problem: Error | null = null;
  const fail = (error: Error) => (problem ??= error);
  let holdsNul = false;

  let count = 0;
  function add(name: string, value: string): void {
    count += 1;
    // The parser reports its own limit at the next slice, which may never come.
    if (count > maxFields) fail(tooLarge());
    holdsNul ||= name.includes('\0') || value.includes('\0');
    const text = value.replaceAll('\0', '').replace(/\r\n?/g, '\n');
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [text]);
    else values.push(text);
  }

  const file: Buffer[] = [];
  const busboy = createBusboy(contentType, fileLimit);
  busboy.on('file', (_name, stream) => {
    stream.on('limit', () => {
      if (fileLimit !== 'skipped') fail(tooLarge());
    });
    stream.on('data', (chunk: Buffer) => {
      if (fileLimit !== 'skipped') file.push(chunk);
    });
  });
  busboy.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut || Buffer.byteLength(name) > maxNameBytes) fail(tooLarge());
    else add(name, value);
  });
  busboy.on('filesLimit', () => fail(httpError(400, 'the form holds a file')));
  for (const limit of ['fieldsLimit', 'partsLimit'] as const) busboy.on(limit, () => fail(tooLarge()));
  busboy.on('error', (cause) => fail(httpError(400, 'the form cannot be parsed', cause)));
  const finished = new Promise<void>((resolve) => {
    busboy.once('finish', resolve).once('error', () => resolve());
  });

  return {
    write(slice) {
      busboy.write(slice);
      return problem;
    },

    async end() {
      busboy.end();
      await finished;
      if (problem !== null) throw problem;
      // Reported at the end: by then all other fields have been read.
      if (holdsNul) throw httpError(400, 'the form holds a NUL');
      return { fields, file: Buffer.concat(file) };
    },
  };
}

function createBusboy(contentType: string, fileLimit: FormLimits['file']): BusboyInstance {
  const headers: BusboyHeaders = { 'content-type': contentType };
  const limits = {
    // A form is refused at the field after its last allowed one, so the parser must still report that field.
    fields: maxFields + 1,
    // Each is a stream.
    files: fileLimit === 'refused' ? 0 : 1,
    ...(typeof fileLimit === 'number' && { fileSize: fileLimit }),
    parts: maxFields + 1,
    fieldNameSize: maxNameBytes + 1,
    // The content of a file can be pasted, too.
    fieldSize: typeof fileLimit === 'number' ? fileLimit : maxLargeFormBytes,
    headerPairs: 20,
    headerSize: 8192,
  };
  try {
    return new Busboy({ headers, limits });
  } catch (cause) {
    throw httpError(400, 'the form cannot be parsed', cause);
  }
}
