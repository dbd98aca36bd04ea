import { readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { findFreePort } from '#scripts/tools/free-port.ts';
import { hasNginx, openNginx } from '#scripts/tools/open-nginx.ts';
import { listChildren, listPeerPorts } from '#scripts/tools/other-processes.ts';
import { askSteadily } from '#scripts/tools/steady-requests.ts';
import { sampleFolder, startSite } from '../helpers/built-site.ts';
import { engines } from '../helpers/databases.ts';
import { parseSamples } from '../helpers/metrics.ts';
import { runCommand } from '../helpers/run-command.ts';
import type { RunningSite } from '../helpers/run-site.ts';
import { buildBehindLink, isRunning, startTwo } from '../helpers/several-processes.ts';

test('one process, the default, looks after itself', async () => {
  const site = await startSite(production);
  expect(listChildren(site.pid)).toEqual([]);
  expect(site.output()).not.toContain('"pid"');
  process.kill(site.pid, 'SIGHUP');
  await expect.poll(() => site.output()).toContain('a site of one process cannot be reloaded');
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
});

describe.for(engines)('two processes on %s', (engine) => {
  test('a kill is missed only where it was answering, a reload by nobody', async () => {
    const site = await startTwo(engine, { env: { METRICS_PORT: '0' } });
    const nginx = hasNginx ? await openNginx(site.origin) : null;
    await kill(site);
    const killed = await readMetrics(site);
    expect(killed.ended).toBe(1);
    await reload(site, nginx?.origin ?? site.origin);
    const reloaded = await readMetrics(site);
    expect(reloaded).toMatchObject({ ended: 1, startedAt: killed.startedAt });
    expect(reloaded.answered).toBeGreaterThanOrEqual(killed.answered);
    await nginx?.remove();
    expect(await site.stop()).toEqual({ code: 0, signal: null });
  });
});

async function readMetrics(site: RunningSite) {
  const [, url = ''] = /metrics are at (http:[^"]+)/.exec(site.output()) ?? [];
  const samples = parseSamples(await (await fetch(url)).text());
  const of = (name: string) => samples.get(name) ?? NaN;
  return {
    answered: of('qingye_http_request_duration_seconds_count{kind="stored"}'),
    ended: of('qingye_process_ended_total{how="served"}'),
    startedAt: of('process_start_time_seconds'),
  };
}

async function kill(site: RunningSite): Promise<void> {
  const requests = askSteadily(site.origin, { clients: 6, pauseMs: 5 });
  await delay(500);
  const [victim = 0] = listChildren(site.pid);
  // What it holds stays as it is until it is killed.
  process.kill(victim, 'SIGSTOP');
  const ofVictim = listPeerPorts(victim);
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => site.output()).toMatch(/"signal":"SIGKILL"[^]*a further process serves/);
  await requests.end();
  expect(requests.answered()).toBeGreaterThan(20);
  expect(requests.failures.filter(({ localPort }) => !ofVictim.has(localPort ?? 0))).toEqual([]);
}

async function reload(site: RunningSite, origin: string): Promise<void> {
  const before = listChildren(site.pid);
  const requests = askSteadily(origin, { clients: 6, pauseMs: 5 });
  await delay(300);
  process.kill(site.pid, 'SIGHUP');
  await expect.poll(() => site.output(), { timeout: 40_000 }).toContain('all processes are new');
  await requests.end();
  expect(requests.failures).toEqual([]);
  expect(requests.answered()).toBeGreaterThan(20);
  const after = listChildren(site.pid);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
}

test('a new build that does not start leaves the old one running', async () => {
  const { link, addBuild } = buildBehindLink();
  const dataDir = sampleFolder();
  const env = { DATA_DIR: dataDir, PORT: String(await findFreePort()) };
  const site = await startTwo('sqlite', { env, outDir: link });
  const before = listChildren(site.pid);

  const broken = addBuild('second');
  writeFileSync(path.join(broken, 'server.js'), "throw new Error('a broken build');");
  lead(link, broken);
  const refused = await runCommand(['reload'], env);
  expect(refused.code).toBe(1);
  expect(refused.out).toBe(
    'The new build did not become ready, and the site goes on as it is: its log says why.\n',
  );
  expect(site.output()).toMatch(/process \d+ ended with code 1.*the processes that are there go on/);
  expect(listChildren(site.pid)).toEqual(before);
  expect((await fetch(`${site.origin}/product`)).status).toBe(200);

  lead(link, addBuild('third'));
  const accepted = await runCommand(['reload'], env);
  expect(accepted).toMatchObject({ code: 0, out: 'The site runs on the new build.\n' });
  expect(listChildren(site.pid).filter((pid) => before.includes(pid))).toEqual([]);
});

test('a reload without such a site says what to do', async () => {
  const dataDir = sampleFolder();
  const { code, err } = await runCommand(['reload'], { DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(err).toMatch(/is not there: no site with PROCESSES above 1 runs .* is restarted instead\n$/);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('processes end with the one that looked after them', async () => {
  const site = await startTwo('sqlite', { env: { SHUTDOWN_DRAIN_MS: '60000' } });
  const children = listChildren(site.pid);
  await site.stop('SIGKILL');
  await expect.poll(() => children.filter(isRunning)).toEqual([]);
  expect(site.output()).toContain('the process that looked after this one has gone');
  await expect(fetch(`${site.origin}/readyz`)).rejects.toThrow('fetch failed');
});

test('asked to stop, all end, and nothing tells of them', async () => {
  const dataDir = sampleFolder();
  const site = await startTwo('sqlite', { env: { DATA_DIR: dataDir, SHUTDOWN_DRAIN_MS: '400' } });
  const children = listChildren(site.pid);
  expect(runFilesIn(dataDir)).toHaveLength(1);
  const stopped = site.stop();
  await delay(100);
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(503);
  expect(await stopped).toEqual({ code: 0, signal: null });
  expect(children.filter(isRunning)).toEqual([]);
  expect(runFilesIn(dataDir)).toEqual([]);
});

test('a port that is taken is said in one line, by several processes too', async () => {
  const site = await startSite(production);
  const { port } = new URL(site.origin);
  await expect(startTwo('sqlite', { env: { PORT: port } })).rejects.toThrow(
    new RegExp(`did not start:\ncannot listen on 127.0.0.1:${port}: [^\n]*EADDRINUSE[^\n]*\n$`),
  );
});

function runFilesIn(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith('processes.'));
}

function lead(link: string, to: string): void {
  rmSync(`${link}-next`, { force: true });
  symlinkSync(to, `${link}-next`);
  renameSync(`${link}-next`, link);
}
