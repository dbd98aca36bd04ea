import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

export interface PgBouncer {
  /** The address of a database of the server, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** The program that `PGBOUNCER_PATH` names, or the one of the system; null without it. */
export const pgBouncerPath =
  [process.env['PGBOUNCER_PATH'], '/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(
    (file) => file !== undefined && spawnSync(file, ['--version']).status === 0,
  ) ?? null;

/**
 * A PgBouncer of our own, on loopback, in transaction mode unless the settings say otherwise, before the server of this
 * address. It is as its package comes: nothing is ignored at the start of a connection.
 */
export async function openPgBouncer(
  serverUrl: string,
  settings: Record<string, string | number> = {},
): Promise<PgBouncer> {
  if (pgBouncerPath === null) throw new Error('there is no PgBouncer on this machine');
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-pgbouncer-'));
  const port = await findFreePort();
  const users = path.join(dir, 'users.txt');
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    pool_mode: 'transaction',
    max_client_conn: 2_000,
    default_pool_size: 20,
    // A database that was stopped is tried again at once.
    server_login_retry: 0,
    ...settings,
  };
  const file = path.join(dir, 'pgbouncer.ini');
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${serverPort || 5432}\n\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  // It refuses to run as root: then it runs as `nobody`, who must be able to read its files.
  chmodSync(dir, 0o755);
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const program = spawn(pgBouncerPath, ['--quiet', file], { ...user, cwd: dir, stdio: 'ignore' });
  const ended = once(program, 'exit');
  const quit = () => program.kill('SIGKILL');
  process.once('exit', quit);
  await untilOpen(port);

  return {
    through(url) {
      const pooled = new URL(url);
      pooled.hostname = '127.0.0.1';
      pooled.port = String(port);
      return pooled.href;
    },
    async stop() {
      program.kill('SIGTERM');
      await ended;
      process.off('exit', quit);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function untilOpen(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await delay(25);
  }
  throw new Error('PgBouncer did not start within 5 s');
}
