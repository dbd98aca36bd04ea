import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { listChildren } from '#scripts/tools/servers/other-processes.ts';
import { startSite } from '../helpers/built-site.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import { beginRequest } from '../helpers/half-request.ts';
import { runCommand } from '../helpers/run-command.ts';
import { isRunning, startTwo } from '../helpers/several-processes.ts';

test('one process, the default, looks after itself', async () => {
  const site = await startSite(production);
  expect(listChildren(site.pid)).toEqual([]);
  expect(site.output()).not.toContain('"pid"');
  process.kill(site.pid, 'SIGHUP');
  await expect.poll(() => site.output()).toContain('a site of one process cannot be reloaded');
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
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
  await expect.poll(() => site.output()).toContain('the process that looked after this one has gone');
  await expect(fetch(`${site.origin}/readyz`)).rejects.toThrow('fetch failed');
});

test('asked to stop, all end, and nothing tells of them', async () => {
  const dataDir = sampleFolder();
  const site = await startTwo('sqlite', { env: { DATA_DIR: dataDir, SHUTDOWN_DRAIN_MS: '200' } });
  const children = listChildren(site.pid);
  expect(runFilesIn(dataDir)).toHaveLength(1);
  // Finished when all know that they stop, and none ends before.
  const request = await beginRequest(site.origin, '/readyz', children);
  const stopped = site.stop();
  await expect.poll(() => site.output().match(/"msg":"stopping"/g)).toHaveLength(2);
  expect(await request.finish()).toMatch(/^HTTP\/1\.1 503 /);
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

test('the program that makes pictures ends with a server that was killed', async () => {
  const dataDir = sampleFolder();
  // It waits for the database until then.
  const database = new DatabaseSync(path.join(dataDir, 'site.db'));
  onTestFinished(() => database.close());
  database.exec('begin immediate');
  const server = spawn(process.execPath, ['--input-type=module', '--eval', serverCode], {
    env: { ...process.env, DATA_DIR: dataDir, SAMPLE_CONTENT: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = await once(server.stdout, 'data');
  const program = Number(String(pid));
  onTestFinished(() => void (isAlive(program) && process.kill(program, 'SIGKILL')));
  await expect.poll(() => hasOpen(program, 'site.db')).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(() => isAlive(program)).toBe(false);
});

const serverCode = `
  import { fork } from 'node:child_process';
  const child = fork(${JSON.stringify(path.join(production.outDir, 'media-worker.js'))}, ['--of-a-server'], { execArgv: [] });
  process.stdout.write(String(child.pid));
`;

/** Not one that nobody has reaped, as no process 1 may do here. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function hasOpen(pid: number, name: string): boolean {
  return readdirSync(`/proc/${pid}/fd`).some((fd) => {
    try {
      return path.basename(readlinkSync(`/proc/${pid}/fd/${fd}`)) === name;
    } catch {
      // Closed meanwhile.
      return false;
    }
  });
}

function runFilesIn(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith('processes.'));
}
