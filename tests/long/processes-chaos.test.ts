import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasNginx, openNginx } from '#scripts/tools/open-nginx.ts';
import { listChildren, listPeerPorts } from '#scripts/tools/other-processes.ts';
import { askSteadily, type SteadyRequests } from '#scripts/tools/steady-requests.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import { engines } from '../helpers/databases.ts';
import { parseSamples } from '../helpers/metrics.ts';
import { runCommand } from '../helpers/run-command.ts';
import type { RunningSite } from '../helpers/run-site.ts';
import { buildBehindLink, startTwo } from '../helpers/several-processes.ts';

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
  await untilMoreAnswers(requests);
  const [victim = 0] = listChildren(site.pid);
  // What it holds stays as it is until it is killed.
  process.kill(victim, 'SIGSTOP');
  const ofVictim = listPeerPorts(victim);
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => site.output()).toMatch(/"signal":"SIGKILL"[^]*a further process serves/);
  await untilMoreAnswers(requests);
  await requests.end();
  expect(requests.failures.filter(({ localPort }) => !ofVictim.has(localPort ?? 0))).toEqual([]);
}

async function reload(site: RunningSite, origin: string): Promise<void> {
  const before = listChildren(site.pid);
  const requests = askSteadily(origin, { clients: 6, pauseMs: 5 });
  await untilMoreAnswers(requests);
  process.kill(site.pid, 'SIGHUP');
  await expect.poll(() => site.output()).toContain('all processes are new');
  await untilMoreAnswers(requests);
  await requests.end();
  expect(requests.failures).toEqual([]);
  const after = listChildren(site.pid);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
}

async function untilMoreAnswers({ answered }: SteadyRequests): Promise<void> {
  const before = answered();
  await expect.poll(answered).toBeGreaterThan(before + 20);
}

test('a new build that does not start leaves the old one running', async () => {
  const { link, addBuild } = buildBehindLink();
  const dataDir = sampleFolder();
  // The command finds the site by its settings: the port is one that the site chooses.
  const env = { DATA_DIR: dataDir, PORT: '0' };
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

function lead(link: string, to: string): void {
  rmSync(`${link}-next`, { force: true });
  symlinkSync(to, `${link}-next`);
  renameSync(`${link}-next`, link);
}
