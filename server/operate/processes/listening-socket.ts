import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { OperatorError } from '#server/base/errors.ts';

export interface ListeningSocket {
  /** The descriptor, for the processes that accept from it. */
  fd: number;
  /** `host:port` as an address has it. */
  authority: string;
}

/**
 * Takes the address, and accepts nothing: that is for the processes that inherit the descriptor. Connections wait in
 * the socket's queue as long as any process has it open, whichever of them ends, and however.
 */
export async function openListeningSocket(wanted: { host: string; port: number }): Promise<ListeningSocket> {
  if (!('BoundSocket' in net)) throw new OperatorError('PROCESSES above 1 needs Node 26.4 or later');
  try {
    const { address, family } = await lookup(wanted.host);
    socket = new net.BoundSocket({ host: address, port: wanted.port });
    const host = family === 6 ? `[${address}]` : address;
    return { fd: socket.fd(), authority: `${host}:${socket.address().port}` };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`cannot listen on ${wanted.host}:${wanted.port}: ${reason}`, { cause });
  }
}

/** Kept for the life of the process: when it is collected, the descriptor is closed. */
let socket: net.BoundSocket | null = null;
