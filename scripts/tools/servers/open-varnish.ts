import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '#scripts/build/folders.ts';
import { findFreePort } from './free-port.ts';
import { isListening } from './is-listening.ts';

/** A Varnish of its own in front of a site, on loopback, with the rules that operators get. */
export interface Varnish {
  origin: string;
  /** Settings of a site that purges this cache. */
  env: Readonly<Record<string, string>>;
  start(): Promise<void>;
  /** At once, as when the machine fails. It comes back empty. */
  kill(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

const program = ['/usr/sbin/varnishd', '/usr/bin/varnishd', '/usr/local/sbin/varnishd'].find((file) =>
  existsSync(file),
);
const key = 'the-key-of-this-varnish';
const startLimitMs = 30_000;

/** Whether this machine has Varnish. */
export const hasVarnish = program !== undefined;

/** In front of a site that listens at this port, or will. */
export async function openVarnish(sitePort: number, options: readonly string[] = []): Promise<Varnish> {
  if (program === undefined) throw new Error('there is no varnishd on this machine');
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-varnish-'));
  // Its parts run as users of their own.
  chmodSync(dir, 0o755);
  const port = await findFreePort();
  const file = path.join(dir, 'default.vcl');
  writeFileSync(file, ownPart(sitePort));
  const args = [
    ...['-F', '-n', path.join(dir, 'work'), '-a', `127.0.0.1:${port}`, '-f', file, '-s', 'malloc,512m'],
    ...['-j', 'none', ...options],
  ];
  let child: ReturnType<typeof spawn> | null = null;
  let output = '';

  async function start(): Promise<void> {
    const started = spawn(program ?? '', args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const deadline = performance.now() + startLimitMs;
    while (!(await isListening(port))) {
      if (started.exitCode !== null || performance.now() > deadline)
        throw new Error(`varnishd did not start:\n${output}`);
      await delay(20);
    }
  }

  async function kill(): Promise<void> {
    const running = child;
    child = null;
    if (running?.pid === undefined || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    process.kill(-running.pid, 'SIGKILL');
    await ended;
    while (await isListening(port)) await delay(5);
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    env: {
      PURGE_URL: `http://127.0.0.1:${port}/.edge/purge`,
      PURGE_SECRET: 'a-secret-of-tests-and-benches',
      PURGE_HEADER: `X-Purge-Key: ${key}`,
    },
    start,
    kill,
    async remove() {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The part of default.vcl that the operator writes. */
function ownPart(sitePort: number): string {
  return `vcl 4.1;
backend site {
    .host = "127.0.0.1";
    .port = "${sitePort}";
    .probe = { .url = "/healthz"; .interval = 1s; .timeout = 5s; .window = 4; .threshold = 1; .initial = 1; }
}
acl purgers { "127.0.0.1"; }
sub qingye_may_purge {
    if (client.ip !~ purgers || req.http.X-Purge-Key != "${key}") { return (synth(403)); }
}
include "${path.join(root, 'deploy/varnish/qingye.vcl')}";
`;
}
