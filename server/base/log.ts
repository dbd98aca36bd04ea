import { destination, pino, type Logger } from 'pino';
import type { LogLevel } from '../config/config.ts';

export type Log = Logger;

/**
 * Creates a log with one JSON line per event on standard output, with the process id if several processes write to it;
 * session data is redacted.
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

/** Same as pino's `isoTime`, but formatted once for all lines of a millisecond. */
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
 * Output that writes the lines of an event-loop turn with one call at its end. A process that ends for any reason that
 * it can handle has written everything; a killed one loses only its last turn.
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

/**
 * Bytes that a pipe takes all at once or not at all: a longer write could be interrupted by that of another process.
 */
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
