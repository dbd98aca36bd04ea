import type { IncomingMessage } from 'node:http';

/** Whether a request only reads: GET is answered with a body, HEAD without. */
export function isReadMethod({ method }: Pick<IncomingMessage, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
