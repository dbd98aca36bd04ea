import { Writable } from 'node:stream';
import type { Response } from 'express';
import { createEncoder, encodeNow, concatExact, type Coding, type Encoder } from '../store/page-codings.ts';

interface Visitor {
  response: Response;
  /** Sets the headers; called before the first byte is written. */
  begin(): void;
}

/**
 * Takes a page as it is rendered. One that is all there at once is encoded in one go, without the memory of a stream;
 * of one that has to wait for something the visitor gets what there is meanwhile.
 */
export class CollectingStream extends Writable {
  #parts: Buffer[] = [];
  readonly #coding: Coding;
  readonly #visitor: Visitor | null;
  /** Set when the page began to be sent before its end. */
  #sending: { encoder: Encoder | null; sent: Buffer[] } | null = null;

  constructor(coding: Coding, visitor: Visitor | null) {
    super();
    this.#coding = coding;
    this.#visitor = visitor;
  }

  /** Whether the visitor has got it, part by part. */
  get isSent(): boolean {
    return this.#sending !== null;
  }

  /** Gives all of it, plain and in the coding, and keeps nothing: the stream outlives its use, see `detachListeners`. */
  drain(): { plain: Buffer; coded: Buffer } {
    const plain = concatExact(this.#parts);
    const sent = this.#sending?.sent;
    const coded =
      this.#coding === 'identity' ? plain : sent ? concatExact(sent) : encodeNow(plain, this.#coding);
    this.#parts = [];
    if (this.#sending) this.#sending = { encoder: null, sent: [] };
    return { plain, coded };
  }

  /** React asks for it after each part. With the last part it ends in the same moment: then there is no more to come. */
  flush(): void {
    queueMicrotask(() => {
      if (this.#visitor === null || this.writableEnded) return;
      this.#sending ??= this.#beginSending(this.#visitor);
      this.#sending.encoder?.flush();
    });
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    this.#parts.push(chunk);
    if (this.#sending) this.#send(chunk);
    callback();
  }

  override _final(callback: () => void): void {
    const end = () => {
      this.#visitor?.response.end();
      callback();
    };
    if (this.#sending === null) callback();
    else if (this.#sending.encoder === null) end();
    else this.#sending.encoder.once('end', end).end();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#sending?.encoder?.destroy();
    callback(error);
  }

  #beginSending({ begin, response }: Visitor) {
    begin();
    const encoder = createEncoder(this.#coding);
    const sent: Buffer[] = [];
    encoder?.on('error', (error) => this.destroy(error));
    encoder?.on('data', (chunk: Buffer) => {
      sent.push(chunk);
      // A slow visitor holds nobody up: the page is in memory anyway, for the others who want it.
      response.write(chunk);
    });
    this.#sending = { encoder, sent };
    for (const part of this.#parts) this.#send(part);
    return this.#sending;
  }

  #send(chunk: Buffer): void {
    const encoder = this.#sending?.encoder;
    if (encoder) encoder.write(chunk);
    else this.#visitor?.response.write(chunk);
  }
}

/**
 * Takes React's listeners, and with them all that it rendered, from a stream that is closed. V8 makes a function that is
 * written where it becomes a property (`this.onwrite = …` in Node's streams, `res.write = …` in `compression`) in the old
 * part of its heap: its stream, and what hangs on it, stays until that is collected. A tenth of a render's time, and
 * 70 MB of the process, went into moving pages there that nobody needed any more.
 */
export function detachListeners(destination: Writable): void {
  for (const event of ['drain', 'error', 'close']) destination.removeAllListeners(event);
}
