import { cp, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';

export interface IgnoreRules {
  isIgnored(file: string): boolean;
  /** Whether something below an ignored folder could be let in again. */
  mayHoldException(dir: string): boolean;
}

/** The rules of a .dockerignore file: the last line that matches a path or a folder above it decides. */
export function parseIgnoreRules(text: string): IgnoreRules {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isException = line.startsWith('!');
      const pattern = path.posix.normalize(line.slice(isException ? 1 : 0).trim()).replace(/^\/|\/$/g, '');
      return { isException, pattern, expression: toExpression(pattern) };
    });
  return {
    isIgnored(file) {
      const last = rules.findLast(({ expression }) =>
        withParents(file).some((name) => expression.test(name)),
      );
      return last !== undefined && !last.isException;
    },
    mayHoldException: (dir) =>
      rules.some(({ isException, pattern }) => isException && pattern.startsWith(`${dir}/`)),
  };
}

/** Copies what a build would be sent. Resolves to the files' names. */
export async function copyContext(from: string, to: string, rules: IgnoreRules): Promise<string[]> {
  const files = await listContext(from, '', rules);
  for (const file of files) {
    await mkdir(path.dirname(path.join(to, file)), { recursive: true });
    await cp(path.join(from, file), path.join(to, file), { verbatimSymlinks: true });
  }
  return files;
}

async function listContext(root: string, dir: string, rules: IgnoreRules): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(path.join(root, dir), { withFileTypes: true })) {
    const file = path.posix.join(dir, entry.name);
    const isIgnored = rules.isIgnored(file);
    if (!entry.isDirectory()) {
      if (!isIgnored) files.push(file);
    } else if (!isIgnored || rules.mayHoldException(file)) {
      files.push(...(await listContext(root, file, rules)));
    }
  }
  return files;
}

function withParents(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** `**` is any number of folders, `*` and `?` stay inside one. */
function toExpression(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(
      /\*\*\/|\*\*|\*|\?/g,
      (glob) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' })[glob] ?? '[^/]',
    );
  return new RegExp(`^${source}$`, 's');
}
