import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '#shared/paths.ts';
import { findFreePort } from '../tools/free-port.ts';
import { graceMs, type ImageSettings } from './check-files.ts';
import { snapshot } from './check-image.ts';
import { check, expectThat } from './report.ts';
import { startContainer, untilAnswers, type Container } from './run-by-hand.ts';

export interface Image {
  settings: ImageSettings;
  appDir: string;
  searchPath: string;
}

interface RunOptions {
  dataDir: string;
  user: { uid: number; gid: number };
  env?: Record<string, string>;
}

/** Process 1 of the image, where this machine has that program. */
function findInit({ entrypoint }: ImageSettings): string[] {
  const [program = ''] = entrypoint;
  return spawnSync(program, ['--version']).error === undefined ? entrypoint : [];
}

/** `docker run` with a volume of the user's own: pages, pictures, commands, `docker stop`. */
export async function checkSite(image: Image, dir: string): Promise<void> {
  const user = { uid: 65534, gid: 65534 };
  const dataDir = path.join(dir, 'data');
  await mkdir(dataDir);
  await giveTo(user, dataDir);
  await writeImport(path.join(dataDir, 'import'));
  const before = snapshot(image.appDir);

  const { container, origin } = await start(image, { dataDir, user });
  const isUp = await check('CMD starts, and /healthz answers', () =>
    untilAnswers(`${origin}/healthz`, container),
  );
  if (!isUp) return;
  await checkHealth(image, container, 'HEALTHCHECK says healthy');
  await check('/readyz says ready', async () => void (await get(`${origin}/readyz`)));
  await check('/ is a page, and its first picture is served', () => getPicture(origin, '/'));
  await check('content check accepts the sample content in the image', async () =>
    runCli(container, ['content', 'check', 'dist/sample-content']),
  );
  await check('content import brings a folder in beside the running site', async () =>
    runCli(container, ['content', 'import', path.join(dataDir, 'import')]),
  );
  await check('what was imported is shown, with its picture', () =>
    getPicture(origin, paths.author('container-check')),
  );
  const backups = path.join(dir, 'backups');
  await mkdir(backups);
  await giveTo(user, backups);
  await check('backup writes one into another volume, as deploy/kubernetes has it', async () =>
    runCli(container, ['backup', backups, '--keep', '14']),
  );
  await check('nothing was written outside the volumes', () => {
    expectThat(snapshot(image.appDir) === before, 'files of the image have changed');
  });
  await checkStop(container, origin);
  await check('HEALTHCHECK says unhealthy when nothing answers', async () => {
    const { code } = await container.exec(image.settings.healthCheck);
    expectThat(code === 1, `exit code ${code}`);
  });
}

/** As on platforms that give each container a user id of their own, in group 0, on the image's own /data. */
export async function checkArbitraryUser(image: Image, dataDir: string): Promise<void> {
  const env = { BASE_PATH: '/shop/', SHUTDOWN_DRAIN_MS: '0' };
  const { container, origin } = await start(image, { dataDir, user: { uid: 1_234_567, gid: 0 }, env });
  const isUp = await check('any user of group 0 can start it, under a base path', () =>
    untilAnswers(`${origin}/shop/healthz`, container),
  );
  if (!isUp) return;
  await checkHealth(image, container, 'HEALTHCHECK finds it under the base path');
  await check('the first picture under the base path is served', () => getPicture(origin, '/shop/'));
  await check('it stops', async () => {
    container.terminate();
    expectThat((await container.ended(graceMs))?.code === 0, container.output());
  });
}

async function start(
  image: Image,
  { dataDir, user, env }: RunOptions,
): Promise<{ container: Container; origin: string }> {
  const port = await findFreePort();
  const container = startContainer([...findInit(image.settings), ...image.settings.command], {
    workDir: image.appDir,
    user,
    // What is different by hand: loopback, a port that is free, and where /data is.
    env: {
      PATH: image.searchPath,
      ...image.settings.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...env,
    },
  });
  return { container, origin: `http://127.0.0.1:${port}` };
}

function checkHealth(image: Image, container: Container, title: string): Promise<boolean> {
  return check(title, async () => {
    const { code, output } = await container.exec(image.settings.healthCheck);
    expectThat(code === 0, `exit code ${code}\n${output}`);
  });
}

async function checkStop(container: Container, origin: string): Promise<void> {
  const startedAt = performance.now();
  container.terminate();
  await check('after SIGTERM it says that it is not ready, and still answers', async () => {
    await delay(500);
    const { status } = await fetch(`${origin}/readyz`);
    expectThat(status === 503, `/readyz answers ${status}`);
    await get(`${origin}/`);
  });
  await check('it ends by itself with exit code 0 before docker stop would kill it', async () => {
    const end = await container.ended(graceMs - (performance.now() - startedAt));
    expectThat(end !== null, `it still runs after ${graceMs} ms`);
    expectThat(end.code === 0, `exit code ${end.code}\n${container.output()}`);
    return `after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  });
}

/** `docker exec`. Resolves to what it said last. */
async function runCli(container: Container, args: readonly string[]): Promise<string> {
  const { code, output } = await container.exec(['node', 'dist/cli.js', ...args]);
  expectThat(code === 0, `exit code ${code}\n${output}`);
  return output.trim().split('\n').at(-1) ?? '';
}

async function getPicture(origin: string, page: string): Promise<string> {
  const html = await (await get(origin + page)).text();
  const [, address] = /\bsrc="([^"]*\/media\/[^"]+)"/.exec(html) ?? [];
  expectThat(address !== undefined, `${page} shows no picture`);
  const picture = await get(origin + address);
  const type = picture.headers.get('content-type') ?? '';
  expectThat(type.startsWith('image/'), `${address} is ${type}`);
  return `${type}, ${(await picture.arrayBuffer()).byteLength} bytes`;
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
  expectThat(response.ok, `${address} answers ${response.status}`);
  return response;
}

/** A folder of content as an editor would put it into the volume. */
async function writeImport(dir: string): Promise<void> {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#86ad7f"/></svg>';
  await mkdir(path.join(dir, 'authors'), { recursive: true });
  await mkdir(path.join(dir, 'media'));
  await writeFile(path.join(dir, 'media/container.svg'), drawing);
  await writeFile(
    path.join(dir, 'authors/container-check.md'),
    '---\nname: 容器\navatar: media/container.svg\n---\n\n試。\n',
  );
}

async function giveTo({ uid, gid }: RunOptions['user'], dir: string): Promise<void> {
  await chmod(dir, 0o770);
  if (process.getuid?.() === 0) await chown(dir, uid, gid);
}
