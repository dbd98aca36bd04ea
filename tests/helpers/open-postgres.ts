import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from './free-port.ts';

export interface PostgresServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL that `TEST_DATABASE_URL` names, or one of our own from the programs installed on this machine, in a
 * temporary folder, on loopback. Null when there is neither.
 */
export async function openPostgres(): Promise<PostgresServer | null> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, async stop() {} };
  const programs = findPrograms();
  return programs === null ? null : startPostgres(programs);
}

function findPrograms(): string | null {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  return (
    versions
      .map((version) => path.join(base, version, 'bin'))
      .find((bin) => existsSync(path.join(bin, 'initdb'))) ?? null
  );
}

async function startPostgres(bin: string): Promise<PostgresServer> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-postgres-'));
  // PostgreSQL refuses to run as root: then it runs as nobody, who must be able to enter the folder.
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: 65534, gid: 65534 } : {};
  chmodSync(dir, 0o777);
  const dataDir = path.join(dir, 'data');
  const init = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', dataDir, '-U', 'qingye', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...user, cwd: dir, encoding: 'utf8' },
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}`);

  const port = await findFreePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(path.join(bin, 'postgres'), ['-D', dataDir, ...args], {
    ...user,
    cwd: dir,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  // When this process ends before it has stopped the server.
  const quit = () => server.kill('SIGQUIT');
  process.once('exit', quit);
  await untilReady(path.join(bin, 'pg_isready'), port);

  return {
    url: `postgres://qingye@127.0.0.1:${port}/postgres`,
    async stop() {
      // Fast shutdown: connections that tests left open are cut.
      server.kill('SIGINT');
      await ended;
      process.off('exit', quit);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function untilReady(pgIsReady: string, port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (spawnSync(pgIsReady, ['-h', '127.0.0.1', '-p', String(port)]).status === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('PostgreSQL did not start within 10 s');
}
