import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './build/folders.ts';
import { atExit } from './check-container/at-exit.ts';
import { installNode, searchPath } from './check-container/build-by-hand.ts';
import { check, expectThat, printSummary } from './check-container/report.ts';
import { ask } from './check-operating/ask.ts';
import { startEditor } from './check-operating/editor.ts';
import { lieOfOnePicture } from './check-operating/lying-store.ts';
import { makeCheckouts, newText } from './check-operating/make-checkouts.ts';
import { openShell, type Shell } from './check-operating/open-shell.ts';
import { createPublications } from './check-operating/publications.ts';
import { readJourney, type Section } from './check-operating/read-journey.ts';
import { startVisitors } from './check-operating/visitors.ts';
import { findFreePort } from './tools/free-port.ts';
import { createPostgres } from './tools/open-postgres.ts';
import { openS3Service, s3Key } from './tools/open-s3.ts';

// `npm run check:operating`: does what docs/operating/journey.md says, to the letter, while visitors read and an editor
// publishes, and looks at what they get. With `--all` a program that is not installed is a failure.

const document = 'docs/operating/journey.md';
/** After a reload Varnish is told again 10 s later what the former version has made. */
const versionLimitMs = 15_000;

const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-operating-'));
atExit(() => rmSync(dir, { recursive: true, force: true }));
// Another user's programs run in it.
chmodSync(dir, 0o777);
await installNode({ dir, contextDir: dir });
const PATH = `${searchPath({ dir, contextDir: dir })}${path.delimiter}/usr/sbin`;

const all = readJourney(readFileSync(path.join(root, document), 'utf8'));
const { sections, leftOut } = splitAtMissing(all);
if (leftOut.length > 0) {
  const [first] = leftOut;
  const missing = first?.programs.filter((program) => !isInstalled(program)).join(', ');
  console.error(
    `*** LEFT OUT: ${leftOut.length} of ${all.length} sections of ${document}, from "${first?.title}" on: install ${missing}. ***`,
  );
  if (process.argv.includes('--all'))
    await check('every program is there', () => Promise.reject(new Error(`there is no ${missing}`)));
}

const postgres = await createPostgres();
const bucket = await openS3Service(path.join(dir, 'object-store'));
try {
  await postgres?.start();
  const env = await prepareEnvironment(postgres?.url);
  await travel({ ...env, ...s3Key, BUCKET: bucket.store() });
} finally {
  await bucket.stop();
  await postgres?.remove();
}
process.exit(printSummary() ? 0 : 1);

async function travel(env: Record<string, string>): Promise<void> {
  const shell = openShell({ dir, env });
  try {
    // Visitors come once there is an account for one of them, and go before all is ended.
    const first =
      1 + sections.findIndex(({ blocks }) => blocks.some((block) => block.includes('account create')));
    const last = leftOut.length === 0 ? sections.length - 1 : sections.length;
    const runAll = async (some: readonly Section[]) => {
      for (const section of some)
        if (!(await check(section.title, () => runBlocks(shell, section)))) return false;
      return true;
    };
    if (first === 0 || !(await runAll(sections.slice(0, first)))) return;
    if (await visitWhile(shell, env, sections.slice(first, last))) await runAll(sections.slice(last));
  } finally {
    await shell.end();
  }
}

/** Resolves to whether all went well. */
async function visitWhile(
  shell: Shell,
  env: Record<string, string>,
  journey: readonly Section[],
): Promise<boolean> {
  const site = env['SITE'] ?? '';
  const origin = `http://127.0.0.1:${env['FRONT']}`;
  const publications = createPublications();
  const failures: string[] = [];
  const fail = (what: string) => void failures.push(what);
  const password = readFileSync(path.join(site, 'password'), 'utf8').trim();
  const editor = await startEditor({ origin, password, publications, fail });
  const visitors = await startVisitors({ origin, publications, fail });
  try {
    for (const section of journey) {
      const before = publications.count();
      editor.mayRefuse = section.blocks.some((block) => block.includes('database move'));
      const isWell = await check(section.title, async () => {
        await runBlocks(shell, section);
        await untilVersion(site, origin);
        // As long as it takes to notice what comes late.
        await delay(3_000);
        const { answers, oldestMs } = visitors.take();
        const [published, refused] = [publications.count() - before, editor.takeRefused()];
        const told = failures.splice(0);
        expectThat(told.length === 0, `${told.length} failures:\n${told.slice(0, 20).join('\n')}`);
        expectThat(answers > 0 && published > 0, `${answers} answers and ${published} publications`);
        return `${answers} answers, ${published} publications, ${refused} saves told to try again, the oldest page ${oldestMs.toFixed(0)} ms old`;
      });
      if (!isWell) return false;
      const usesBucket = section.blocks.some((block) => block.includes('media move'));
      if (usesBucket && !(await check('A store that lies', () => lieOfOnePicture({ origin, bucket, shell }))))
        return false;
    }
    return true;
  } finally {
    await Promise.all([editor.end(), visitors.end()]);
  }
}

async function runBlocks(shell: Shell, { blocks }: Section): Promise<void> {
  for (const block of blocks) {
    const said = await shell.run(block);
    if (said !== '') console.log(said.replace(/^/gm, '      | '));
  }
}

/** Visitors are shown the version to which the link leads. */
async function untilVersion(site: string, origin: string): Promise<void> {
  const isNext = readlinkSync(path.join(site, 'current')).endsWith('/2');
  const deadline = performance.now() + versionLimitMs;
  for (;;) {
    const { body } = await ask(`${origin}/product`);
    if (body.includes(newText) === isNext) return;
    expectThat(
      performance.now() < deadline,
      'visitors are shown another version than the one that was chosen',
    );
    await delay(200);
  }
}

/** Each section goes on from where the one before has led. */
function splitAtMissing(journey: readonly Section[]): { sections: Section[]; leftOut: Section[] } {
  const first = journey.findIndex(({ programs }) => !programs.every(isInstalled));
  const end = first < 0 ? journey.length : first;
  return { sections: journey.slice(0, end), leftOut: journey.slice(end) };
}

function isInstalled(program: string): boolean {
  return spawnSync('bash', ['-c', `command -v ${program}`], { env: { PATH } }).status === 0;
}

async function prepareEnvironment(postgresUrl: string | undefined): Promise<Record<string, string>> {
  const { checkout, nextCheckout } = await makeCheckouts(dir);
  const ports: Record<string, string> = {};
  for (const name of ['FRONT', 'ONE', 'TWO', 'POOLER', 'VARNISH']) ports[name] = String(await findFreePort());
  const { port = '', username = '' } = postgresUrl === undefined ? {} : new URL(postgresUrl);
  return {
    ...{ PATH, HOME: dir, TMPDIR: dir, LANG: 'C.UTF-8', SITE: path.join(dir, 'site') },
    ...{ CHECKOUT: checkout, NEXT_CHECKOUT: nextCheckout },
    ...{ PGHOST: '127.0.0.1', PGPORT: port, PGUSER: username },
    ...ports,
  };
}
