import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';

interface PortRange {
  first: number;
  last: number;
}

// Node's own fetch and browsers refuse a few below, such as 10080.
const lowestPort = 20_000;

/**
 * Finds a free port on loopback, for a program that needs a fixed number, and reserves it for as long as this process
 * lives. It is outside the range from which the system takes ports for connections and for listeners at port 0. It is
 * even, and this process listens at the odd port after it until it ends, however it ends: a caller in another process
 * finds that taken and goes on to the next pair.
 */
export async function findFreePort(range: PortRange = rangeOutside(readSystemRange())): Promise<number> {
  const first = range.first + (range.first % 2);
  const pairs = Math.floor((range.last - first + 1) / 2);
  const start = pairs > 0 ? randomInt(pairs) : 0;
  for (let n = 0; n < pairs; n += 1) {
    const port = first + 2 * ((start + n) % pairs);
    const reservation = await listen(port + 1);
    if (reservation === null) continue;
    const probe = await listen(port);
    if (probe !== null) {
      reservation.unref();
      await close(probe);
      return port;
    }
    await close(reservation);
  }
  throw new Error(`no port from ${range.first} to ${range.last} is free`);
}

/** Ports below or above the system's range, whichever are more. */
export function rangeOutside(system: PortRange): PortRange {
  const below = { first: lowestPort, last: system.first - 1 };
  const above = { first: system.last + 1, last: 65_535 };
  const more = sizeOf(below) >= sizeOf(above) ? below : above;
  // On systems whose range covers nearly all ports, a port can only be reserved.
  return sizeOf(more) >= 1_000 ? more : { first: lowestPort, last: 65_535 };
}

function sizeOf({ first, last }: PortRange): number {
  return last - first + 1;
}

function readSystemRange(): PortRange {
  try {
    const [first, last] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').trim().split(/\s+/);
    return { first: Number(first), last: Number(last) };
  } catch {
    // Other systems choose from the range that IANA has set aside for it.
    return { first: 49_152, last: 65_535 };
  }
}

/** Resolves to null when the port is taken. */
async function listen(port: number): Promise<Server | null> {
  // Exclusive: else a worker of a cluster would share the socket of its parent.
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null;
    throw error;
  }
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
