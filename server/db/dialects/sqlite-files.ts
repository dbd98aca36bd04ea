import { statSync } from 'node:fs';
import path from 'node:path';
import { LostFilesError } from './lost-database.ts';

/**
 * Whether the files of an open database are still in their place. Whoever has opened a file keeps it after it was
 * removed or replaced, and would write for ever into what nobody finds again.
 */
export interface SqliteFiles {
  /** Looks: 9 µs. Null when all is well, else what is wrong. */
  look(): string | null;
  /** Looks. @throws LostFilesError */
  require(): void;
  /** @throws LostFilesError when they were not there at the last look. */
  requireLast(): void;
}

/** `onChange` is told of what is wrong, and with null that all is well again. */
export function watchSqliteFiles(
  file: string,
  onChange: (problem: string | null) => void = () => {},
): SqliteFiles {
  // What SQLite did not make here it does not need, such as a log where there cannot be one.
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
    const found = statSync(file, { throwIfNoEntry: false });
    return found === undefined ? null : `${found.dev}:${found.ino}`;
  } catch {
    // Such as a folder that may not be looked into any more.
    return null;
  }
}
