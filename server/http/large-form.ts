import type { IncomingMessage } from 'node:http';
import { httpError } from './http-error.ts';

/** A form that was sent: the values of each name in their order. Lines end with a line feed, in NFC. */
export type SentForm = ReadonlyMap<string, readonly string[]>;

/** 100,000 Han characters are 300 kB as they are, and 900 kB percent-encoded. */
export const maxLargeFormBytes = 2 * 1024 * 1024;

/**
 * Reads a form of either encoding, however it comes, up to a limit. To be called once it is known that the sender may
 * send one: nothing has been read of it before.
 * @throws with status 413 when it is larger, 415 when it is no form, 400 when it cannot be taken apart or holds a NUL.
 */
export async function readLargeForm(request: IncomingMessage): Promise<SentForm> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType))
    throw httpError(415, 'the body is no form');
  const body = await readBody(request);
  const fields = new Map<string, string[]>();
  const entries = await takeApart(body, contentType);
  for (const [name, value] of entries) {
    const text = value.replace(/\r\n?/g, '\n').normalize('NFC');
    if (name.includes('\0') || text.includes('\0')) throw httpError(400, 'the form holds a NUL');
    fields.set(name, [...(fields.get(name) ?? []), text]);
  }
  return fields;
}

/** The value of a name that stands once, or an empty text. */
export function valueOf(form: SentForm, name: string): string {
  return form.get(name)?.[0] ?? '';
}

async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers['content-length'] ?? 0) > maxLargeFormBytes) throw tooLarge(request);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw httpError(400, 'the body has been read already');
    bytes += chunk.length;
    if (bytes > maxLargeFormBytes) throw tooLarge(request);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(request: IncomingMessage): Error {
  // What is still on its way is not waited for.
  request.pause();
  return httpError(413, 'the form is too large');
}

/** By the parser that `fetch` has. A file's content is not read: no form of ours takes one. */
async function takeApart(body: Buffer<ArrayBuffer>, contentType: string): Promise<[string, string][]> {
  try {
    const form = await new Response(body, { headers: { 'Content-Type': contentType } }).formData();
    return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
  } catch (cause) {
    throw httpError(400, 'the form cannot be taken apart', cause);
  }
}
