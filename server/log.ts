import { pino, type Logger } from 'pino';
import type { LogLevel } from './config.ts';

export type Log = Logger;

/** One JSON line per event on standard output; nothing that identifies a session reaches it. */
export function createLog(level: LogLevel): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['*.authorization', '*.cookie', '*["set-cookie"]', '*.password'],
  });
}
