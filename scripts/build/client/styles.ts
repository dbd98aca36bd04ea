import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, optimize } from '@tailwindcss/node';
import { root, type BuildTarget } from '../folders.ts';

/** Stylesheet for visitors, and the one that the edit area loads after it. */
export interface StyleSheets {
  site: string;
  edit: string;
}

/** Compiles each style sheet with the utilities that its sources use. Resolves to their names. */
export async function buildStyles(target: BuildTarget): Promise<StyleSheets> {
  const inEdit = (file: string) => file.startsWith('client/edit/');
  const [site, edit] = await Promise.all([
    buildSheet('site', (file) => !inEdit(file), target),
    buildSheet('edit', inEdit, target),
  ]);
  return { site, edit };
}

async function buildSheet(
  name: string,
  isOfSheet: (file: string) => boolean,
  { outDir, isDevelopment }: BuildTarget,
): Promise<string> {
  const source = path.join(root, `client/styles/${name}.css`);
  const compiler = await compile(await readFile(source, 'utf8'), {
    base: path.dirname(source),
    from: source,
    onDependency() {},
    // Left out: they are for browsers without @property, for which client/styles/foundation/reset.css has the values.
    polyfills: 0,
  });
  const css = compiler.build(await findCandidates(isOfSheet));
  const code = isDevelopment ? css : optimize(css, { minify: true }).code;
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8).toUpperCase();
  const file = `assets/${name}-${hash}.css`;
  const target = path.join(outDir, 'client', file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, code);
  return file;
}

/** Every string in the sources that could be a class name; Tailwind ignores the rest. */
async function findCandidates(isOfSheet: (file: string) => boolean): Promise<string[]> {
  const candidates = new Set<string>();
  for await (const file of glob('client/**/*.tsx', { cwd: root })) {
    if (!isOfSheet(file)) continue;
    const text = await readFile(path.join(root, file), 'utf8');
    for (const token of text.split(/[\s"'`{}<>]+/)) candidates.add(token);
  }
  return [...candidates];
}
