import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { AtEnd } from './databases.ts';

/** The way to a server, which can fail as networks do. */
export interface Network {
  /** The address of the server, by this way. */
  url: string;
  /** From now on nothing arrives at either side, without an error: new connections are accepted and never answered. */
  fallSilent(): void;
  /** Delivers the held bytes or, if the state of connections was lost, never: then only new ones work. */
  resume(options: { isForgetful: boolean }): void;
  /** Leads new connections to this server; open ones stay with the one before, as when a name leads elsewhere. */
  lead(serverUrl: string): void;
  /** Ends every connection, as a machine in between does that restarts. */
  cut(): void;
}

/** Forwards loopback connections to the server of a `postgres:` address. */
export async function openNetwork(serverUrl: string, atEnd: AtEnd = onTestFinished): Promise<Network> {
  let target = new URL(serverUrl);
  const open = new Set<Pair>();
  let isSilent = false;

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair = { near, far };
    open.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => to.write(chunk));
      from.on('end', () => to.end());
      from.on('error', () => {});
      // Not across a silent network: the other side gets no notice.
      from.on('close', () => !from.isPaused() && to.destroy());
    }
    if (isSilent) pause(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    cut();
    server.close();
  });

  function cut(): void {
    for (const { near, far } of open) {
      near.destroy();
      far.destroy();
    }
    open.clear();
  }

  const url = new URL(serverUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    fallSilent() {
      isSilent = true;
      for (const pair of open) pause(pair);
    },
    resume({ isForgetful }) {
      isSilent = false;
      if (!isForgetful) for (const { near, far } of open) for (const side of [near, far]) side.resume();
    },
    lead(to) {
      target = new URL(to);
    },
    cut,
  };
}

interface Pair {
  near: Socket;
  far: Socket;
}

function pause({ near, far }: Pair): void {
  near.pause();
  far.pause();
}
