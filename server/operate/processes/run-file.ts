import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Build } from './builds.ts';

/** State of the parent process, for the commands of an operator. */
export interface RunState {
  pid: number;
  /** Number of requested reloads, and of those that have ended. */
  asked: number;
  done: number;
  /** How the last one ended. */
  isReloaded: boolean;
  /** Builds that run and ran before the last reload. Not there of a site that was started by an earlier version. */
  build?: Build | null;
  formerBuild?: Build | null;
}

/** Several machines may share the folder, and two sites a machine. */
export function runFileOf({ dataDir, port }: { dataDir: string; port: number }): string {
  return path.join(dataDir, `processes.${os.hostname()}.${port}.json`);
}

export function writeRunFile(file: string, state: RunState): void {
  mkdirSync(path.dirname(file), { recursive: true });
  // Written atomically: a command may be reading it.
  const next = `${file}.next`;
  writeFileSync(next, `${JSON.stringify(state)}\n`);
  renameSync(next, file);
}

export function removeRunFile(file: string): void {
  rmSync(file, { force: true });
}

/** Null when there is none that can be read. */
export function readRunFile(file: string): RunState | null {
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRunState(state) ? state : null;
  } catch {
    return null;
  }
}

function isRunState(state: unknown): state is RunState {
  if (typeof state !== 'object' || state === null) return false;
  const { pid, asked, done, isReloaded } = state as Partial<Record<keyof RunState, unknown>>;
  return [pid, asked, done].every(Number.isSafeInteger) && typeof isReloaded === 'boolean';
}
