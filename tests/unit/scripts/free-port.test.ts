import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort, rangeOutside } from '#scripts/tools/servers/free-port.ts';

test('ports that are asked for at once are different, and free', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => findFreePort()));
  expect(new Set(ports).size).toBe(300);
  for (const port of ports) expect(await listenAt(port)).toBe(port);
});

test('a port is given once, also when nobody listens there yet', async () => {
  const port = await findFreePort();
  await expect(findFreePort({ first: port, last: port + 1 })).rejects.toThrow(
    `no port from ${port} to ${port + 1} is free`,
  );
});

test('a port where another program listens is not given', async () => {
  const port = (await findFreePort()) + 2;
  // Another program that listens there already is as good.
  await listenAt(port).catch(() => {});
  await expect(findFreePort({ first: port, last: port + 1 })).rejects.toThrow('is free');
});

const systemRange = '/proc/sys/net/ipv4/ip_local_port_range';

test.runIf(existsSync(systemRange))('a port is none that the system gives to others', async () => {
  const [first = 0, last = 0] = readFileSync(systemRange, 'utf8').trim().split(/\s+/).map(Number);
  const ports = await Promise.all(Array.from({ length: 20 }, () => findFreePort()));
  const range = rangeOutside({ first, last });
  expect(ports.filter((port) => port < range.first || port + 1 > range.last)).toEqual([]);
});

test.each([
  [32_768, 60_999, 20_000, 32_767],
  [49_152, 65_535, 20_000, 49_151],
  [1_024, 40_000, 40_001, 65_535],
  [1_024, 65_535, 20_000, 65_535],
])('where the system chooses from %i to %i, programs get ports from %i to %i', (...numbers) => {
  const [systemFirst, systemLast, first, last] = numbers;
  expect(rangeOutside({ first: systemFirst, last: systemLast })).toEqual({ first, last });
});

async function listenAt(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
