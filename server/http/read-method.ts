import type { IncomingMessage } from 'node:http';

/** Whether a request only reads: what is found is answered to GET with a body, to HEAD without. */
export function isReadMethod({ method }: Pick<IncomingMessage, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
