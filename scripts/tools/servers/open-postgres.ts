import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

/** A separate cluster for a test that simulates failures of machines. */
export interface OwnPostgres {
  url: string;
  start(): Promise<void>;
  /** Stops it like an operator: connections are cut. */
  stop(): Promise<void>;
  /** Kills it like a machine failure: each of its processes ends at once. */
  kill(): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

/** Creates a cluster, not started yet, that keeps acknowledged writes. Null without PostgreSQL on this machine. */
export async function createPostgres(): Promise<OwnPostgres | null> {
  const programs = findPrograms();
  return programs === null ? null : preparePostgres(programs, { fsync: 'on' });
}

/** A replica that follows the server of this address, not started yet. Null without the programs. */
export async function createReplica(of: string): Promise<OwnPostgres | null> {
  const programs = findPrograms();
  return programs === null ? null : preparePostgres(programs, { fsync: 'off', replicaOf: of });
}

export const hasPostgresPrograms = findPrograms() !== null;

async function startPostgres(bin: string): Promise<PostgresServer> {
  const server = await preparePostgres(bin, { fsync: 'off' });
  await server.start();
  return { url: server.url, stop: server.remove };
}

interface PostgresOptions {
  fsync: 'on' | 'off';
  /** The address of the server that it begins as a copy of, and follows. Left out: it is a new one. */
  replicaOf?: string;
}

async function preparePostgres(bin: string, { fsync, replicaOf }: PostgresOptions): Promise<OwnPostgres> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-postgres-'));
  // PostgreSQL refuses to run as root: then it runs as `nobody`, who must be able to enter the folder.
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: 65534, gid: 65534 } : {};
  chmodSync(dir, 0o777);
  const dataDir = path.join(dir, 'data');
  const [program, ...makingArgs] = replicaOf === undefined ? newCluster(dataDir) : copyOf(replicaOf, dataDir);
  const made = spawnSync(path.join(bin, program), makingArgs, { ...user, cwd: dir, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`${program} failed: ${made.stderr}`);

  const port = await findFreePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let running: { server: ChildProcess; ended: Promise<unknown> } | null = null;
  // When this process ends before it has stopped the server.
  const quit = () => running?.server.kill('SIGQUIT');
  process.once('exit', quit);

  async function end(signal: NodeJS.Signals): Promise<void> {
    running?.server.kill(signal);
    await running?.ended;
    running = null;
  }

  const postgres: OwnPostgres = {
    url: `postgres://qingye@127.0.0.1:${port}/postgres`,

    async start() {
      const server = spawn(path.join(bin, 'postgres'), ['-D', dataDir, ...args], {
        ...user,
        cwd: dir,
        stdio: 'ignore',
      });
      running = { server, ended: new Promise((resolve) => server.once('exit', resolve)) };
      await untilReady(path.join(bin, 'pg_isready'), port);
    },

    // Fast shutdown.
    stop: () => end('SIGINT'),

    async kill() {
      const children = running ? childrenOf(running.server) : [];
      const killed = end('SIGKILL');
      for (const child of children) killIfThere(child);
      await killed;
    },

    async remove() {
      await postgres.stop();
      process.off('exit', quit);
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return postgres;
}

function newCluster(dataDir: string): [string, ...string[]] {
  const args = ['-D', dataDir, '-U', 'qingye', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  return ['initdb', ...args, '--no-sync'];
}

/** With the settings for following the primary from then on. */
function copyOf(url: string, dataDir: string): [string, ...string[]] {
  const { hostname, port, username } = new URL(url);
  const args = ['-D', dataDir, '-h', hostname, '-p', port, '-U', username, '--checkpoint=fast'];
  return ['pg_basebackup', ...args, '--write-recovery-conf', '--no-sync'];
}

/**
 * Lists PostgreSQL's backends, which are in no group with it. Elsewhere than on Linux they end by themselves, a
 * moment later.
 */
function childrenOf({ pid }: ChildProcess): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  return existsSync(list) ? readFileSync(list, 'utf8').trim().split(' ').map(Number) : [];
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with its parent.
  }
}

async function untilReady(pgIsReady: string, port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (spawnSync(pgIsReady, ['-h', '127.0.0.1', '-p', String(port)]).status === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('PostgreSQL did not start within 10 s');
}
