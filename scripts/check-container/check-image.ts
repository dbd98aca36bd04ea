import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { serverOptions } from '../build/server.ts';
import { production } from '../build/folders.ts';
import { readPackage } from './check-files.ts';
import { check, expectThat } from './report.ts';

/** What is in the finished image beside its Node. */
export async function checkImage(appDir: string): Promise<void> {
  await check('the image holds dist, node_modules and package.json, nothing else', () => {
    const names = readdirSync(appDir).sort();
    expectThat(names.join() === 'dist,node_modules,package.json', `it holds ${names.join(', ')}`);
    return `${(sizeOf(appDir) / 1_000_000).toFixed(0)} MB`;
  });
  await check('no package for development is in it, the npm package `node` above all', () => {
    const names = packageNames(path.join(appDir, 'node_modules'));
    const forDevelopment = names.filter((name) => name in readPackage().devDependencies);
    expectThat(forDevelopment.length === 0, forDevelopment.join(', '));
    return names.join(', ');
  });
  await check('every package that the bundle leaves out is in it', () => {
    const names = packageNames(path.join(appDir, 'node_modules'));
    // Optional for `pg`, and not among our packages.
    const missing = serverOptions(production).external?.filter(
      (name) => name !== 'pg-native' && !names.includes(name),
    );
    expectThat(missing?.length === 0, `missing: ${missing?.join(', ')}`);
  });
}

/** Every file with its size and time: two of these differ when something was written. */
export function snapshot(dir: string): string {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(path.join(dir, name));
      return `${name} ${size} ${mtimeMs}`;
    })
    .join('\n');
}

function packageNames(nodeModules: string): string[] {
  const names = readdirSync(nodeModules).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(path.join(nodeModules, name)).map((inner) => `${name}/${inner}`)
      : [name],
  );
}

function sizeOf(dir: string): number {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => statSync(path.join(dir, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
