import { statSync } from 'node:fs';
import path from 'node:path';
import { LostFilesError } from './lost-database.ts';

/**
 * Watches whether the files of an open database are still in their place. A process that has opened a file keeps it
 * after it was removed or replaced, and would write for ever into a file that nobody finds again.
 */
export interface SqliteFiles {
  /** Checks the files: 9 µs. Null when all is well, else the problem. */
  look(): string | null;
  /** Looks. @throws LostFilesError */
  require(): void;
  /** @throws LostFilesError when they were not there at the last look. */
  requireLast(): void;
}

/** `onChange` is called with each new problem, and with null when all is well again. */
export function watchSqliteFiles(
  file: string,
  onChange: (problem: string | null) => void = () => {},
): SqliteFiles {
  // A file that SQLite has not made here is not needed, such as a log where there cannot be one.
  const opened = ['', '-wal', '-shm'].flatMap((suffix) => {
    const identity = identify(file + suffix);
    return identity === null ? [] : { file: file + suffix, identity };
  });
  let problem: string | null = null;

  function look(): string | null {
    const before = problem;
    problem = findProblem(opened);
    if (problem !== before) onChange(problem);
    return problem;
  }

  function requireLast(): void {
    if (problem !== null) throw new LostFilesError(problem);
  }

  return {
    look,
    require() {
      look();
      requireLast();
    },
    requireLast,
  };
}

function findProblem(opened: readonly { file: string; identity: string }[]): string | null {
  for (const { file, identity } of opened) {
    const now = identify(file);
    if (now === null) return `${path.basename(file)} is gone from ${path.dirname(file)}`;
    if (now !== identity) return `another ${path.basename(file)} stands in ${path.dirname(file)}`;
  }
  return null;
}

function identify(file: string): string | null {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
  } catch {
    // Such as a folder that may not be looked into any more.
    return null;
  }
}
