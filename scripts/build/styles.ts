import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, optimize } from '@tailwindcss/node';
import { root, type BuildTarget } from './folders.ts';

/** Compiles the style sheet with the utilities that the client's sources use. Resolves to its name. */
export async function buildStyles({ outDir, isDevelopment }: BuildTarget): Promise<string> {
  const source = path.join(root, 'client/styles/site.css');
  const compiler = await compile(await readFile(source, 'utf8'), {
    base: path.dirname(source),
    from: source,
    onDependency() {},
    // None: they are for browsers without @property, which do not know light-dark() either.
    polyfills: 0,
  });
  const css = compiler.build(await findCandidates());
  const code = isDevelopment ? css : optimize(css, { minify: true }).code;
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8).toUpperCase();
  const name = `assets/site-${hash}.css`;
  const target = path.join(outDir, 'client', name);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, code);
  return name;
}

/** Everything in the sources that could be a class name; Tailwind ignores what is none. */
async function findCandidates(): Promise<string[]> {
  const candidates = new Set<string>();
  for await (const file of glob('client/**/*.tsx', { cwd: root })) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const token of text.split(/[\s"'`{}<>]+/)) candidates.add(token);
  }
  return [...candidates];
}
