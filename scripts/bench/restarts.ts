import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readRunFile, runFileOf } from '#server/processes/run-file.ts';
import { production } from '../build/folders.ts';
import { openNginx } from '../tools/open-nginx.ts';
import { listChildren } from '../tools/other-processes.ts';
import { askSteadily, type SteadyRequests } from '../tools/steady-requests.ts';
import { onEachDatabase, type EngineSetting } from './each-engine.ts';
import type { Figure } from './figures.ts';
import { measureKillsOn } from './process-kills.ts';
import { tellFailures, untilAllServe } from './several-processes.ts';
import { startSite, withTemporaryFolder, type Site } from './site.ts';

const processes = 2;
/** How many processes are replaced while others serve, every sixth by one of another build. */
const restarts = Number(process.env['RESTARTS'] ?? 120);
const rounds = Math.ceil(restarts / processes);
const minRequests = Math.ceil(restarts * 840);

/** What visitors see of processes that are replaced, and of processes that are killed. */
export function measureRestarts(): Promise<Figure[]> {
  return onEachDatabase(async (setting) => [
    ...(await measureRestartsOn(setting)),
    ...(await withTemporaryFolder((dataDir) => measureKillsOn({ ...setting, dataDir }))),
  ]);
}

export function measureRestartsOn(setting: EngineSetting): Promise<Figure[]> {
  return withTemporaryFolder(async (folder) => {
    const builds = prepareBuilds(folder);
    const { dataDir, databaseUrl } = setting;
    const site = await startSite({
      dataDir,
      databaseUrl,
      outDir: builds.link,
      pageStoreMb: 64,
      logLevel: 'error',
      isWithoutPictures: true,
      env: { PROCESSES: `${processes}` },
    });
    try {
      await untilAllServe(site, processes);
      return await measureReloads(site, builds, setting);
    } finally {
      await site.stop();
    }
  });
}

interface Builds {
  link: string;
  /** Leads to the other of two builds. */
  change(): void;
}

function prepareBuilds(folder: string): Builds {
  const [first = '', second = ''] = ['first', 'second'].map((name) => {
    const build = path.join(folder, name);
    cpSync(production.outDir, build, { recursive: true });
    return build;
  });
  const manifest = path.join(second, 'client/manifest.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"buildId": "./, '"buildId": "0'));
  const link = path.join(folder, 'current');
  symlinkSync(first, link);
  let now = first;
  return {
    link,
    change() {
      now = now === first ? second : first;
      symlinkSync(now, `${link}-next`);
      renameSync(`${link}-next`, link);
    },
  };
}

async function measureReloads(
  site: Site,
  builds: Builds,
  { dataDir, config }: EngineSetting,
): Promise<Figure[]> {
  const { engine } = config;
  const file = runFileOf({ dataDir, port: Number(new URL(site.origin).port) });
  const nginx = await openNginx(site.origin);
  const requests = askSteadily(nginx.origin, { clients: 16, pauseMs: 10 });
  const startedAt = performance.now();
  let changes = 0;
  let unready = 0;
  for (let round = 1; round <= rounds; round += 1) {
    if (round % 6 === 0) {
      builds.change();
      changes += 1;
    }
    const before = listChildren(site.pid);
    process.kill(site.pid, 'SIGHUP');
    await untilDone(file, round);
    const stayed = listChildren(site.pid).filter((pid) => before.includes(pid));
    if (stayed.length > 0 || readRunFile(file)?.isReloaded !== true) unready += 1;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await untilAnswered(requests, minRequests);
  await requests.end();
  await nginx.remove();
  tellFailures(requests.failures);
  const total = requests.answered() + requests.failures.length;
  const ofNewBuild = changes * processes;
  const note = `${rounds * processes - ofNewBuild} processes replaced by the same build and ${ofNewBuild} by a new one, in ${rounds} reloads of ${(seconds / rounds).toFixed(1)} s`;
  return [
    {
      name: `reloads behind nginx, ${engine}: requests`,
      value: total,
      unit: '',
      target: { atLeast: minRequests },
      note,
    },
    {
      name: `reloads behind nginx, ${engine}: failed`,
      value: requests.failures.length,
      unit: '',
      target: { below: 1 },
    },
    {
      name: `reloads that did not replace all processes, ${engine}`,
      value: unready,
      unit: '',
      target: { below: 1 },
    },
  ];
}

async function untilDone(file: string, round: number): Promise<void> {
  for (let tries = 0; tries < 2_400; tries += 1) {
    if ((readRunFile(file)?.done ?? 0) >= round) return;
    await delay(25);
  }
  throw new Error(`reload ${round} took longer than a minute`);
}

async function untilAnswered(requests: SteadyRequests, wanted: number): Promise<void> {
  for (let tries = 0; tries < 6_000 && requests.answered() < wanted; tries += 1) await delay(100);
}
