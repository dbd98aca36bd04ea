import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '#scripts/build/folders.ts';
import { findFreePort } from '#scripts/tools/servers/free-port.ts';

const processes = 8;
const portsOfEach = 60;

test('processes that ask at the same time get different ports, for as long as they live', async () => {
  const askers = Array.from({ length: processes }, () => startAsker());
  await Promise.all(askers.map((asker) => asker.isLoaded));
  const ports = (await Promise.all(askers.map((asker) => asker.ask()))).flat();
  expect(ports).toHaveLength(processes * portsOfEach);
  expect(new Set(ports).size).toBe(ports.length);

  const [port = 0] = ports;
  const pair = { first: port, last: port + 1 };
  await expect(findFreePort(pair)).rejects.toThrow('is free');
  await askers[0]?.kill();
  expect(await findFreePort(pair)).toBe(port);
});

/** A process that asks for its ports when it is told to. */
function startAsker() {
  const module = pathToFileURL(path.join(root, 'scripts/tools/servers/free-port.ts')).href;
  const source = `
    const { findFreePort } = await import('${module}');
    process.on('message', async () => {
      process.send(await Promise.all(Array.from({ length: ${portsOfEach} }, () => findFreePort())));
    });
    process.send('loaded');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return {
    kill,
    isLoaded: once(child, 'message'),
    async ask(): Promise<number[]> {
      const answer = once(child, 'message');
      child.send('ask');
      return (await answer)[0];
    },
  };
}
