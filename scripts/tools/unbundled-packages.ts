import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { root } from '../build/folders.ts';

/** Packages that the bundle leaves out, see the Dockerfile. */
const unbundled = ['sharp', 'subset-font'];

/** Copies into the folder of a build the packages that it needs beside itself. */
export function copyUnbundled(to: string): void {
  for (const name of withDependencies(unbundled))
    cpSync(path.join(root, 'node_modules', name), path.join(to, 'node_modules', name), { recursive: true });
}

const packageSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/** Returns the packages with all dependencies that are on this machine. Nested ones come with their package. */
function withDependencies(names: readonly string[], all = new Set<string>()): Set<string> {
  for (const name of names) {
    const file = path.join(root, 'node_modules', name, 'package.json');
    if (all.has(name) || !existsSync(file)) continue;
    all.add(name);
    const { dependencies, optionalDependencies } = packageSchema.parse(
      JSON.parse(readFileSync(file, 'utf8')),
    );
    withDependencies([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], all);
  }
  return all;
}
