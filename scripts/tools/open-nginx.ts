import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

export interface Nginx {
  origin: string;
  stop(): Promise<void>;
}

const program = ['/usr/sbin/nginx', 'nginx'].find((name) => spawnSync(name, ['-v']).status === 0);

export const hasNginx = program !== undefined;

/** nginx before a site, as operators set it up, but for its tries at another server: each failure is told. */
export async function openNginx(siteOrigin: string): Promise<Nginx> {
  if (program === undefined) throw new Error('there is no nginx on this machine');
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-nginx-'));
  // As root it would start its workers as another user; as nobody it must be able to write to its folder.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  chmodSync(dir, 0o777);
  const port = await findFreePort();
  const configuration = path.join(dir, 'nginx.conf');
  writeFileSync(configuration, configure({ dir, port, server: new URL(siteOrigin).host }));
  const child = spawn(program, ['-p', dir, '-e', 'stderr', '-c', configuration], {
    ...user,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  for (let tries = 0; !(await accepts(port)); tries += 1) {
    if (child.exitCode !== null || tries > 100) throw new Error('nginx did not start');
    await delay(20);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      process.off('exit', kill);
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function configure({ dir, port, server }: { dir: string; port: number; server: string }): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  return `
daemon off;
worker_processes 1;
pid ${dir}/nginx.pid;
error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off;
  ${folders.join('\n  ')}
  upstream site {
    server ${server};
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
  }
}
`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
