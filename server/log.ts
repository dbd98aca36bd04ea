import { destination, pino, type Logger } from 'pino';
import type { LogLevel } from './config.ts';

export type Log = Logger;

/**
 * One JSON line per event on standard output, with the number of the process where several write to it; nothing that
 * identifies a session reaches it.
 */
export function createLog(level: LogLevel, { pid }: { pid?: number } = {}): Log {
  const options = {
    level,
    base: pid === undefined ? null : { pid },
    timestamp,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: secretPaths,
  };
  return level === 'silent' ? pino(options) : pino(options, standardOutput(pid !== undefined));
}

/** Named one by one: with wildcards the search took half of a line's time. */
const secretPaths = ['headers.authorization', 'headers.cookie', 'headers["set-cookie"]', 'body.password'];

let timestampOf = 0;
let timestampText = '';

/** As pino's `isoTime`, written once for all lines of a millisecond. */
function timestamp(): string {
  const now = Date.now();
  if (now !== timestampOf) {
    timestampOf = now;
    timestampText = `,"time":"${new Date(now).toISOString()}"`;
  }
  return timestampText;
}

interface Output {
  write(lines: string): void;
  /** Called by pino after a fatal line too. */
  flushSync(): void;
}

let output: Output | null = null;

/**
 * What one turn of the event loop says is written at its end, with one call. A process that ends, for whatever reason
 * it hears of, has written everything; one that is killed, all but the turn that it was in.
 */
function standardOutput(isShared: boolean): Output {
  if (output !== null) return output;
  const stream = destination({ dest: 1, sync: true });
  let lines = '';
  const flushSync = () => {
    const written = lines;
    lines = '';
    if (written === '') return;
    if (isShared) for (const piece of inPieces(written)) stream.write(piece);
    else stream.write(written);
  };
  process.on('exit', flushSync);
  output = {
    write(line) {
      if (lines === '') setImmediate(flushSync);
      lines += line;
    },
    flushSync,
  };
  return output;
}

/** What a pipe takes at once or not at all: more could be torn apart by what another process writes. */
const maxPieceBytes = 4096;

/** Whole lines, as many at once as a pipe takes undivided. A longer line is a piece of its own. */
export function* inPieces(lines: string): Generator<string> {
  let piece = '';
  let bytes = 0;
  for (const line of lines.match(/[^\n]*\n/g) ?? []) {
    const length = Buffer.byteLength(line);
    if (piece !== '' && bytes + length > maxPieceBytes) {
      yield piece;
      piece = '';
      bytes = 0;
    }
    piece += line;
    bytes += length;
  }
  if (piece !== '') yield piece;
}
