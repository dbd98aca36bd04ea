import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '#server/base/log.ts';

/** Running build: its name, which its content gives it, and its folder, without links. */
export interface Build {
  id: string;
  folder: string;
}

export interface Builds {
  /** The build that all processes have been of, since the last start or reload that succeeded; null before. */
  readonly serving: Build | null;
  /** How many processes were started from it while a newer one was there. */
  readonly fallbacks: number;
  /** The program that a reload takes up. */
  newest(): string;
  /** The program of a process that takes the place of one that ended: a newer one may be the one that does not start. */
  proven(): string;
  /** All processes are of it from now on. */
  prove(program: string, id: string): void;
}

/** `called` is the address of the program as an operator gave it, which may lead through a link to the newest build. */
export function createBuilds(called: string, log: Log): Builds {
  let serving: Build | null = null;
  let provenProgram: string | null = null;
  let fallbacks = 0;

  /** While the link leads nowhere, the start of the program reports it. */
  function newest(): string {
    try {
      return realpathSync(called);
    } catch {
      return called;
    }
  }

  return {
    get serving() {
      return serving;
    },
    get fallbacks() {
      return fallbacks;
    },
    newest,
    proven() {
      const latest = newest();
      // Its folder may have been removed since.
      if (provenProgram === null || latest === provenProgram || !existsSync(provenProgram)) return latest;
      fallbacks += 1;
      log.warn(
        { build: serving, newest: path.dirname(latest) },
        'a process is started from the build that served last, as no reload has taken up the newest',
      );
      return provenProgram;
    },
    prove(program, id) {
      provenProgram = program;
      serving = { id, folder: path.dirname(program) };
    },
  };
}
