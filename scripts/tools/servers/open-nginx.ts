import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '#scripts/build/folders.ts';
import { findFreePort } from './free-port.ts';
import { isListening } from './is-listening.ts';

export interface Nginx {
  origin: string;
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

const program = ['/usr/sbin/nginx', 'nginx'].find((name) => spawnSync(name, ['-v']).status === 0);
const startLimitMs = 10_000;

/** Whether this machine has nginx. */
export const hasNginx = program !== undefined;

/** Starts nginx in front of a site, without retries at another server, so that each failure is visible. */
export async function openNginx(siteOrigin: string): Promise<Nginx> {
  const nginx = await prepare(
    ({ port }) => `
  upstream site {
    server ${new URL(siteOrigin).host};
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_next_upstream off;
      proxy_buffering off;
    }
  }`,
  );
  await nginx.start();
  return nginx;
}

/** In front of a site that listens at this port, or will: as operators have it, but for where things are. */
export async function openCachingNginx(
  sitePort: number,
): Promise<Nginx & { env: Readonly<Record<string, string>> }> {
  const nginx = await prepare(({ dir, port }) =>
    readFileSync(path.join(root, 'deploy/nginx/qingye.conf'), 'utf8')
      .replace('/var/cache/nginx/qingye', `${dir}/cache`)
      .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${sitePort};`)
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      // Whether an answer was there, and still good.
      .replace(
        'add_header Vary',
        'add_header X-Cache-Status $upstream_cache_status always;\n        add_header Vary',
      ),
  );
  // It has no way to purge.
  return { ...nginx, env: { CDN_MAX_AGE: '1' } };
}

interface Place {
  dir: string;
  port: number;
}

/** `rules`: the content of `http { }`. */
async function prepare(rules: (place: Place) => string): Promise<Nginx> {
  if (program === undefined) throw new Error('there is no nginx on this machine');
  const place = { dir: mkdtempSync(path.join(os.tmpdir(), 'qingye-nginx-')), port: await findFreePort() };
  const { dir, port } = place;
  // Started by root, nginx would run its workers as another user; run as `nobody`, it must be able to write to its
  // folder.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  chmodSync(dir, 0o777);
  const file = path.join(dir, 'nginx.conf');
  writeFileSync(file, configuration(place, rules(place)));
  let child: ChildProcess | null = null;
  const kill = () => child?.kill('SIGKILL');

  return {
    origin: `http://127.0.0.1:${port}`,
    async start() {
      const started = spawn(program, ['-p', dir, '-e', 'stderr', '-c', file], {
        ...user,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      child = started;
      process.once('exit', kill);
      const deadline = performance.now() + startLimitMs;
      while (!(await isListening(port))) {
        if (started.exitCode !== null || performance.now() > deadline) throw new Error('nginx did not start');
        await delay(20);
      }
    },
    async remove() {
      process.off('exit', kill);
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

function configuration({ dir }: Place, rules: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${dir}/${what};`,
  );
  return `daemon off;
worker_processes 1;
pid ${dir}/nginx.pid;
error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.join('\n  ')}
${rules}
}
`;
}
