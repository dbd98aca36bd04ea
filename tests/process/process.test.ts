import { spawn } from 'node:child_process';
import http from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { startSite } from '../helpers/built-site.ts';
import { engines, newDatabaseConfig, temporaryFolder, urlOf } from '../helpers/databases.ts';
import { beginRequest } from '../helpers/half-request.ts';
import { outcomeOf, runCommand } from '../helpers/run-command.ts';

test.for(engines)('the built server on %s serves its sample content and stops cleanly', async (engine) => {
  const config = await newDatabaseConfig(engine);
  const url = urlOf(config);
  const site = await startSite(production, { DATABASE_URL: url });
  expect(await (await fetch(`${site.origin}/articles`)).text()).toContain('一本書的時間');
  expect(await site.stop()).toEqual({ code: 0, signal: null });
  await expect.poll(() => site.output()).toContain('"msg":"stopped"');
});

test('stopping and starting keeps what was brought in', async () => {
  const dataDir = temporaryFolder();
  const folder = path.resolve('server/sample-content');
  const first = await startSite(production, { DATA_DIR: dataDir, SAMPLE_CONTENT: 'off' });
  expect((await (await fetch(`${first.origin}/_payload.json`)).json()).data.index.total).toBe(0);
  const imported = await runCommand(['content', 'import', folder], { DATA_DIR: dataDir });
  expect(imported.code, imported.err).toBe(0);
  // The running server shows it at once.
  expect((await (await fetch(`${first.origin}/_payload.json`)).json()).data.index.total).toBe(48);
  await first.stop();
  const second = await startSite(production, { DATA_DIR: dataDir, SAMPLE_CONTENT: 'off' });
  expect((await (await fetch(`${second.origin}/_payload.json`)).json()).data.index.total).toBe(48);
});

test('no request is lost while the process drains', async () => {
  // Ended by the end of the test, long before: whether it ends well is seen in the next one.
  const site = await startSite(production, { SHUTDOWN_DRAIN_MS: '60000' });
  const outcomes: string[] = [];
  let isOver = false;
  const client = async () => {
    while (!isOver) outcomes.push(await get(`${site.origin}/product`));
  };
  const clients = Array.from({ length: 8 }, client);
  /** Until every client, on the average, has been answered five times more. */
  const untilMoreAnswers = () => {
    const { length } = outcomes;
    return expect.poll(() => outcomes.length).toBeGreaterThan(length + 5 * clients.length);
  };
  await untilMoreAnswers();
  void site.stop();
  await expect.poll(() => get(`${site.origin}/readyz`)).toBe('503');
  await untilMoreAnswers();
  // Like a load balancer that has checked readiness.
  isOver = true;
  await Promise.all(clients);
  expect(new Set(outcomes)).toEqual(new Set(['200']));
  expect(await get(`${site.origin}/readyz`)).toBe('503');
});

test('an answer under way when listening stops is sent to its end, also after a second signal', async () => {
  const site = await startSite(production, { SHUTDOWN_DRAIN_MS: '200', SHUTDOWN_DEADLINE_MS: '120000' });
  // Begun before, and finished only after the process got the signal.
  const request = await beginRequest(site.origin, '/product', [site.pid]);
  const stopped = site.stop();
  await expect.poll(() => site.output()).toContain('"msg":"stopping"');
  // npm sends a second one for one Ctrl-C.
  void site.stop();
  await expect.poll(() => get(`${site.origin}/readyz`)).toBe('ECONNREFUSED');
  void site.stop();
  const answer = await request.finish();
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('</html>');
  expect(await stopped).toEqual({ code: 0, signal: null });
  expect(site.output().match(/"msg":"stopping"/g)).toHaveLength(1);
});

test('a wrong configuration is refused at once, with every problem', async () => {
  const { code, err } = await runServer({ PORT: 'http', LOG_LEVEL: 'loud' });
  expect(code).toBe(1);
  expect(err).toContain('PORT: "http" is not understood');
  expect(err).toContain('LOG_LEVEL: "loud" is not understood');
  expect(err).not.toContain('    at ');
});

test('a port that is taken is said in one line', async () => {
  const site = await startSite(production);
  const { port } = new URL(site.origin);
  const { code, err } = await runServer({ PORT: port, DATA_DIR: temporaryFolder() });
  expect(code).toBe(1);
  expect(err).toContain(`cannot listen on 127.0.0.1:${port}`);
});

async function runServer(env: Record<string, string>): Promise<{ code: number | null; err: string }> {
  const child = spawn(process.execPath, [path.join(production.outDir, 'server.js')], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, out, err } = await outcomeOf(child);
  return { code, err: out + err };
}

/** The status of a complete answer on a connection of its own, or the code of the error. */
function get(url: string): Promise<string> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.complete ? String(response.statusCode) : 'cut'));
      response.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    });
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
  });
}
