import { spawn } from 'node:child_process';
import { realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasNginx, openNginx } from '#scripts/tools/servers/open-nginx.ts';
import { listChildren, listPeerPorts } from '#scripts/tools/servers/other-processes.ts';
import { askSteadily, type SteadyRequests } from '#scripts/tools/requests/steady-requests.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import { engines, temporaryFolder } from '../helpers/databases.ts';
import { parseSamples } from '../helpers/metrics.ts';
import { outcomeOf, runCommand } from '../helpers/run-command.ts';
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
    hung: of('qingye_process_ended_total{how="hung"}'),
    startedAt: of('process_start_time_seconds'),
  };
}

async function kill(site: RunningSite): Promise<void> {
  const requests = askSteadily(site.origin, { clients: 6, pauseMs: 5 });
  await untilMoreAnswers(requests);
  const [victim = 0] = listChildren(site.pid);
  // Its connections stay the same until it is killed.
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
  expect(refused.out).toMatch(
    /^The new build did not become ready, and the site goes on as it is on build \w+ in .*first: its log says why\.\n$/,
  );
  expect(site.output()).toMatch(/process \d+ ended with code 1.*the processes that are there go on/);
  expect(listChildren(site.pid)).toEqual(before);
  expect((await fetch(`${site.origin}/product`)).status).toBe(200);

  // A process that crashes then comes back from the build that serves.
  for (const victim of before) process.kill(victim, 'SIGKILL');
  await expect.poll(() => listChildren(site.pid).filter((pid) => !before.includes(pid))).toHaveLength(2);
  await expect.poll(() => site.output().match(/a further process serves/g)).toHaveLength(3);
  expect(site.output().match(/started from the build that served last/g)).toHaveLength(2);
  expect((await fetch(`${site.origin}/product`)).status).toBe(200);

  lead(link, addBuild('third'));
  const accepted = await runCommand(['reload'], env);
  expect(accepted.code).toBe(0);
  expect(accepted.out).toMatch(
    /^The site runs on build \w+ in .*third\. Before, it ran on build \w+ in .*first\.\n$/,
  );
  expect(listChildren(site.pid).filter((pid) => before.includes(pid))).toEqual([]);
});

test('a reload that starts the same build again, while its link leads elsewhere, fails', async () => {
  const { link, addBuild } = buildBehindLink();
  const env = { DATA_DIR: sampleFolder(), PORT: '0' };
  // Called by its own folder, as from within.
  const site = await startTwo('sqlite', { env, outDir: realpathSync(link) });
  lead(link, addBuild('second'));
  const reloadBy = (folder: string) =>
    outcomeOf(
      spawn(process.execPath, [path.join(folder, 'cli.js'), 'reload'], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  const again = await reloadBy(link);
  expect(again.out).toMatch(
    /^The site runs on build \w+ in .*first again, .* restart it by the address of the link/,
  );
  expect(again.code).toBe(1);
  const asItIs = await reloadBy(path.join(path.dirname(link), 'first'));
  expect(asItIs).toMatchObject({ code: 0, out: expect.stringContaining('as before.') });
  expect(await site.stop()).toEqual({ code: 0, signal: null });
});

test('processes that hang are killed and replaced, one after the other', async () => {
  const looping = path.join(temporaryFolder(), 'looping.mjs');
  writeFileSync(looping, "process.on('SIGUSR2', () => { for (;;); });");
  const site = await startTwo('sqlite', { env: { METRICS_PORT: '0', NODE_OPTIONS: `--import ${looping}` } });
  const [stopped = 0, endless = 0] = listChildren(site.pid);
  process.kill(stopped, 'SIGSTOP');
  process.kill(endless, 'SIGUSR2');
  const killed = () => site.output().match(/has not answered for 20 s or longer/g)?.length ?? 0;
  await expect.poll(killed).toBe(1);
  // The other one after the place is filled.
  await expect.poll(killed).toBe(2);
  expect(site.output()).toMatch(/has not answered[^]*a further process serves[^]*has not answered/);
  await expect.poll(() => site.output().match(/a further process serves/g)).toHaveLength(3);
  expect((await fetch(`${site.origin}/product`)).status).toBe(200);
  expect((await readMetrics(site)).hung).toBe(2);
  expect(await site.stop()).toEqual({ code: 0, signal: null });
});

function lead(link: string, to: string): void {
  rmSync(`${link}-next`, { force: true });
  symlinkSync(to, `${link}-next`);
  renameSync(`${link}-next`, link);
}
