import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './build/folders.ts';
import { atExit } from './check-container/at-exit.ts';
import { copyContext, parseIgnoreRules } from './check-container/build-context.ts';
import { buildByHand, installNode, searchPath } from './check-container/build-by-hand.ts';
import { checkCompose } from './check-container/check-compose.ts';
import { checkFiles, lastStage, readImageSettings } from './check-container/check-files.ts';
import { checkImage } from './check-container/check-image.ts';
import { checkArbitraryUser, checkSite } from './check-container/check-running.ts';
import { parseDockerfile } from './check-container/dockerfile.ts';
import { check, printSummary } from './check-container/report.ts';
import { canBeFirst } from './check-container/run-by-hand.ts';

// `npm run check:container`: judges the Dockerfile and does by hand what it says, for machines without Docker.

const dockerfile = parseDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8'));
const rules = parseIgnoreRules(readFileSync(path.join(root, '.dockerignore'), 'utf8'));
await checkFiles(dockerfile, rules);
await checkCompose();

const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-container-'));
atExit(() => rmSync(dir, { recursive: true, force: true }));
// Other users run what is in it.
chmodSync(dir, 0o755);
const workshop = { dir, contextDir: path.join(dir, 'context') };
await installNode(workshop);
await check('the context is copied as .dockerignore filters it', async () => {
  const files = await copyContext(root, workshop.contextDir, rules);
  return `${files.length} files`;
});

const built = await buildByHand(dockerfile.stages, workshop);
if (built) {
  const appDir = path.join(built.rootDir, built.workDir);
  const settings = readImageSettings(lastStage(dockerfile.stages));
  const image = { settings, appDir, searchPath: searchPath(workshop) };
  await checkImage(appDir);
  // `--read-only`.
  spawnSync('chmod', ['-R', 'a-w', appDir]);
  atExit(() => void spawnSync('chmod', ['-R', 'u+w', appDir]));
  console.log(
    canBeFirst
      ? 'It runs as process 1, without rights.'
      : 'It runs as an ordinary process: only root may do more.',
  );
  await checkSite(image, dir);
  if (process.getuid?.() === 0)
    await checkArbitraryUser(image, path.join(built.rootDir, settings.env['DATA_DIR'] ?? ''));
}
// Not by running out of work: a server that did not stop would keep this program.
process.exit(printSummary() ? 0 : 1);
