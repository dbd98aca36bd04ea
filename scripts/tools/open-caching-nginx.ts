import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../build/folders.ts';
import { findFreePort } from './free-port.ts';
import { isListening } from './is-listening.ts';

const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((file) =>
  existsSync(file),
);
const startLimitMs = 10_000;

/** Whether this machine has nginx. */
export const hasNginx = program !== undefined;

export interface CachingNginx {
  origin: string;
  env: Readonly<Record<string, string>>;
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** One of its own in front of a site that listens at this port, or will: as operators have it, but for where things are. */
export async function openCachingNginx(sitePort: number): Promise<CachingNginx> {
  if (program === undefined) throw new Error('there is no nginx on this machine');
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-nginx-'));
  const port = await findFreePort();
  const file = path.join(dir, 'nginx.conf');
  writeFileSync(file, configuration({ dir, port, sitePort }));
  let child: ReturnType<typeof spawn> | null = null;
  let output = '';

  return {
    origin: `http://127.0.0.1:${port}`,
    // It cannot be told what has changed.
    env: { CDN_MAX_AGE: '1' },
    async start() {
      const started = spawn(program ?? '', ['-p', dir, '-c', file], { stdio: ['ignore', 'pipe', 'pipe'] });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const deadline = performance.now() + startLimitMs;
      while (!(await isListening(port))) {
        if (started.exitCode !== null || performance.now() > deadline)
          throw new Error(`nginx did not start:\n${output}`);
        await delay(20);
      }
    },
    async remove() {
      const running = child;
      if (running !== null && running.exitCode === null) {
        const ended = new Promise((resolve) => running.once('exit', resolve));
        running.kill('SIGTERM');
        await ended;
      }
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function configuration({ dir, port, sitePort }: { dir: string; port: number; sitePort: number }): string {
  const rules = readFileSync(path.join(root, 'deploy/nginx/qingye.conf'), 'utf8')
    .replace('/var/cache/nginx/qingye', `${dir}/cache`)
    .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${sitePort};`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${dir}/${what};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `${user}daemon off;
worker_processes 1;
pid ${dir}/nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  ${temporary.join('\n  ')}
${rules}
}
`;
}
