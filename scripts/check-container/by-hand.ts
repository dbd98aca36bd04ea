import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/folders.ts';
import { findFreePort } from '../tools/servers/free-port.ts';
import { copyUnbundled } from '../tools/unbundled-packages.ts';
import type { ContainerOptions, Start } from './container.ts';
import type { ImageSettings } from '../tools/dockerfile.ts';
import { searchPath } from './own-node.ts';
import { check, expectThat } from './report.ts';

const isRoot = process.getuid?.() === 0;

/**
 * Lays out in `dir` the contents of the image, for a machine without a container engine: built from the files that
 * `.dockerignore` lets through, with the packages of this checkout.
 */
export async function buildByHand(dir: string, isIgnored: (file: string) => boolean): Promise<boolean> {
  const [context, app] = [path.join(dir, 'context'), path.join(dir, 'app')];
  return check('the files that reach the build can be built', () => {
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)))
      .filter((file) => !isIgnored(file));
    for (const file of files) cpSync(path.join(root, file), path.join(context, file));
    symlinkSync(path.join(root, 'node_modules'), path.join(context, 'node_modules'));
    const build = spawnSync('npm', ['run', 'build'], { cwd: context, timeout: 300_000, encoding: 'utf8' });
    expectThat(build.status === 0, `exit code ${build.status}\n${build.stdout}${build.stderr}`);
    mkdirSync(app);
    renameSync(path.join(context, 'dist'), path.join(app, 'dist'));
    cpSync(path.join(root, 'package.json'), path.join(app, 'package.json'));
    copyUnbundled(app);
    // `--read-only`, which the checks' own removal knows how to undo.
    spawnSync('chmod', ['-R', 'a-w', app]);
    return `${files.length} files`;
  });
}

/** Prepares a process with the conditions of a container: user, settings and no capabilities. */
export async function byHand(
  dir: string,
  { entrypoint, command, env: imageEnv }: ImageSettings,
  { user: { uid, gid }, env }: ContainerOptions,
): Promise<Start> {
  const [port, dataDir] = [await findFreePort(), path.join(dir, `data-${uid}`)];
  // Same owner and mode as /data in the Dockerfile: the user `node`, and group 0 for platforms that give each container
  // its own user.
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o770);
  if (isRoot) chownSync(dataDir, 1000, 0);
  const user = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const rights = isRoot ? [...user, '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'] : [];
  const init = spawnSync(entrypoint[0] ?? '', ['--version']).error === undefined ? entrypoint : [];
  return {
    origin: `http://127.0.0.1:${port}`,
    command: [...rights, ...init, ...command],
    inside: (words) => [...rights, ...words],
    terminate: null,
    cwd: path.join(dir, 'app'),
    env: {
      ...{ PATH: searchPath(dir), ...imageEnv, ...env },
      ...{ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir },
    },
  };
}
