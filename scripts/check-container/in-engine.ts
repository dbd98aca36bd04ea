import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { root } from '../build/folders.ts';
import { findFreePort } from '../tools/servers/free-port.ts';
import type { ContainerOptions, Start } from './container.ts';
import { check, expectThat } from './report.ts';

const image = 'qingye-check';

/** Finds a container engine that answers; undefined: this machine has none. */
export function findEngine(): string | undefined {
  return ['docker', 'podman'].find((engine) => spawnSync(engine, ['ps'], { timeout: 20_000 }).status === 0);
}

export function buildInEngine(engine: string): Promise<boolean> {
  return check(`${engine} build`, () => {
    const { status } = spawnSync(engine, ['build', '--tag', image, root], { stdio: 'inherit' });
    expectThat(status === 0, `exit code ${status}`);
  });
}

/** Prepares a container as deployment.md has it, with a volume of its own that goes with it. */
export async function inEngine(engine: string, { user, env }: ContainerOptions): Promise<Start> {
  const [port, name] = [await findFreePort(), `${image}-${randomUUID()}`];
  const options =
    `run --rm --name ${name} --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges
    --user ${user.uid}:${user.gid} --publish 127.0.0.1:${port}:3000`.split(/\s+/);
  const settings = Object.entries(env).flatMap(([setting, value]) => ['--env', `${setting}=${value}`]);
  return {
    origin: `http://127.0.0.1:${port}`,
    command: [engine, ...options, ...settings, image],
    inside: (command) => [engine, 'exec', name, ...command],
    terminate: [engine, 'kill', '--signal', 'TERM', name],
  };
}
