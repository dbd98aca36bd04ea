import type { IncomingMessage, ServerResponse } from 'node:http';

/** Time for a body, in ms, until its sender is known. */
export const bodyMs = 30_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Cuts a request whose body takes too long. Node has one limit for all requests, which must leave time for the uploads
 * of editors.
 */
export function limitBodyTime(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return;
  allowBodyTime(request, response, bodyMs);
  const stop = () => clearTimeout(timers.get(request));
  request.once('end', stop);
  // A request that is answered before its end is read on, for the next one of the connection.
  response.once('close', () => {
    if (request.complete) stop();
  });
}

/** Gives the body of a request so much time from now on. */
export function allowBodyTime(request: IncomingMessage, response: ServerResponse, ms: number): void {
  clearTimeout(timers.get(request));
  const timer = setTimeout(() => {
    if (request.complete) return;
    const { socket } = request;
    // Node does it so for headers. A response has the socket when its turn has come: before, another answer is on it.
    if (!response.headersSent && response.socket === socket && socket.writable)
      socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    socket.destroySoon();
  }, ms);
  timers.set(request, timer.unref());
}
