import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './build/folders.ts';
import { atExit } from './check-container/at-exit.ts';
import { installNode, searchPath } from './check-container/own-node.ts';
import { check, printSummary } from './check-container/report.ts';
import { ask } from './check-operating/ask.ts';
import { makeCheckouts, newText } from './check-operating/make-checkouts.ts';
import { createMovableClock } from './check-operating/movable-clock.ts';
import { openShell, type Shell } from './check-operating/open-shell.ts';
import { startTraffic, type Refusal } from './check-operating/traffic.ts';
import { until } from './check-operating/until.ts';
import { waysBack } from './check-operating/ways-back.ts';
import { findFreePort } from './tools/servers/free-port.ts';
import { createPostgres, createReplica, type OwnPostgres } from './tools/servers/open-postgres.ts';
import { openS3Service, s3Key } from './tools/servers/open-s3.ts';
import { readJourney, type Section } from './tools/read-journey.ts';

// `npm run check:operating`: follows docs/operating/journey.md to the letter, while visitors read and an editor
// publishes, and checks their answers. With `--all` a missing program is a failure.

const document = 'docs/operating/journey.md';
/** After a reload Varnish is purged again 10 s later of pages from the former version. */
const versionLimitMs = 15_000;

const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-operating-'));
atExit(() => rmSync(dir, { recursive: true, force: true }));
// Another user's programs run in it.
chmodSync(dir, 0o777);
installNode(dir);
const PATH = `${searchPath(dir)}${path.delimiter}/usr/sbin`;

const all = readJourney(readFileSync(path.join(root, document), 'utf8'));
const { sections, leftOut } = splitAtMissing(all);
for (const { after, title } of waysBack)
  if (!all.some((section) => section.title === after))
    throw new Error(`${document} has no section "${after}", after which "${title}" comes`);
const [first] = leftOut;
if (first !== undefined)
  await tellLeftOut(
    `${leftOut.length} of ${all.length} sections of ${document}, from "${first.title}" on`,
    first.programs.filter((program) => !isInstalled(program)),
  );
for (const { title, programs } of waysBack)
  if (!programs.every(isInstalled)) await tellLeftOut(`"${title}"`, programs);
const clock = isInstalled('faketime') ? createMovableClock(path.join(dir, 'bin')) : null;

const postgres = await createPostgres();
const bucket = await openS3Service(path.join(dir, 'object-store'));
let standby: OwnPostgres | null = null;
try {
  await postgres?.start();
  standby = postgres && (await createReplica(postgres.url));
  await standby?.start();
  const env = await prepareEnvironment({ postgresUrl: postgres?.url, standbyUrl: standby?.url });
  await travel({ ...env, ...s3Key, BUCKET: bucket.store() });
} finally {
  await bucket.stop();
  await standby?.remove();
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
  const traffic = await startTraffic(origin, readFileSync(path.join(site, 'password'), 'utf8').trim());
  const walk = async (section: Section) => {
    await runBlocks(shell, section);
    await untilVersion(site, origin);
    return '';
  };
  try {
    for (const section of journey) {
      if (!(await traffic.observe(section.title, () => walk(section), refusalIn(section)))) return false;
      for (const { after, title, programs, run } of waysBack) {
        if (after !== section.title || !programs.every(isInstalled)) continue;
        const work = () => run({ ...traffic, origin, shell, bucket, clock });
        if (!(await traffic.observe(title, work))) return false;
      }
    }
    return true;
  } finally {
    await traffic.end();
  }
}

function refusalIn({ blocks }: Section): Refusal {
  const names = (command: string) => blocks.some((block) => block.includes(command));
  return names('pg_promote') ? 'expected' : names('database move') ? 'allowed' : 'none';
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
  await until(
    async () => (await ask(`${origin}/product`)).body.includes(newText) === isNext,
    versionLimitMs,
    'visitors are shown another version than the one that was chosen',
  );
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

/** Prints skipped steps, which are a failure with `--all`. */
async function tellLeftOut(what: string, missing: readonly string[]): Promise<void> {
  const programs = missing.join(', ');
  console.error(`*** LEFT OUT: ${what}: install ${programs}. ***`);
  if (process.argv.includes('--all'))
    await check('every program is there', () => Promise.reject(new Error(`there is no ${programs}`)));
}

interface Servers {
  postgresUrl: string | undefined;
  standbyUrl: string | undefined;
}

async function prepareEnvironment({ postgresUrl, standbyUrl }: Servers): Promise<Record<string, string>> {
  const { checkout, nextCheckout } = makeCheckouts(dir);
  const ports: Record<string, string> = {};
  for (const name of ['FRONT', 'ONE', 'TWO', 'POOLER', 'VARNISH']) ports[name] = String(await findFreePort());
  const { port = '', username = '' } = postgresUrl === undefined ? {} : new URL(postgresUrl);
  const { port: standbyPort = '' } = standbyUrl === undefined ? {} : new URL(standbyUrl);
  return {
    ...{ PATH, HOME: dir, TMPDIR: dir, LANG: 'C.UTF-8', SITE: path.join(dir, 'site') },
    ...{ CHECKOUT: checkout, NEXT_CHECKOUT: nextCheckout },
    ...{ PGHOST: '127.0.0.1', PGPORT: port, PGUSER: username, STANDBY: standbyPort },
    ...ports,
  };
}
