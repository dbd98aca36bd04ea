import { pino } from 'pino';
import type { Log } from '#server/base/log.ts';

interface LogLine {
  level: string;
  msg: string;
  [field: string]: unknown;
}

/** A log that keeps what the program's own would write. */
export function keptLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const log = pino(
    { level: 'info', formatters: { level: (label) => ({ level: label }) } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  return { log, lines };
}
