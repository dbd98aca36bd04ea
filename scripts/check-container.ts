import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import dockerignore from '@balena/dockerignore';
import { root } from './build/folders.ts';
import { atExit } from './check-container/at-exit.ts';
import { buildByHand, byHand } from './check-container/by-hand.ts';
import { checkFiles } from './check-container/check-files.ts';
import { checkSite } from './check-container/check-site.ts';
import { parseDockerfile, readImageSettings } from './tools/dockerfile.ts';
import { buildInEngine, findEngine, inEngine } from './check-container/in-engine.ts';
import { installNode } from './check-container/own-node.ts';
import { printSummary } from './check-container/report.ts';

// `npm run check:container`: checks the Dockerfile, builds the image and starts it. Without a container engine, the
// content of the image is laid out in a folder and started there.

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const stages = parseDockerfile(read('Dockerfile'));
const ignore = dockerignore().add(read('.dockerignore'));
const isIgnored = (file: string) => ignore.ignores(file);
await checkFiles(stages, isIgnored);

const engine = findEngine();
const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-container-'));
atExit(() => {
  spawnSync('chmod', ['-R', 'u+w', dir]);
  rmSync(dir, { recursive: true, force: true });
});
// Other users run the programs in it.
chmodSync(dir, 0o755);
installNode(dir);
console.log(engine ? `By ${engine}.` : 'Without a container engine: by hand, without the RUN lines.');
const isBuilt = engine ? await buildInEngine(engine) : await buildByHand(dir, isIgnored);
if (isBuilt) {
  const settings = readImageSettings(stages);
  const { healthCheck } = settings;
  const uid = Number(settings.user);
  // The second as on platforms that give each container a user id of their own, in group 0.
  for (const [who, user, basePath] of [
    [`user ${uid}`, { uid, gid: uid }, '/'],
    ['any user of group 0, under a base path,', { uid: 1_234_567, gid: 0 }, '/shop/'],
  ] as const) {
    const options = { user, env: { BASE_PATH: basePath } };
    const start = engine ? await inEngine(engine, options) : await byHand(dir, settings, options);
    await checkSite(start, { who, basePath, healthCheck });
  }
}
// Not by running out of work: a server that did not stop would keep this program.
process.exit(printSummary() ? 0 : 1);
