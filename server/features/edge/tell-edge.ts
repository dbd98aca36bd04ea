import { createHmac } from 'node:crypto';
import type { PurgeConfig } from '#server/config/config-edge.ts';
import { secondMs } from '#server/base/durations.ts';
import { tell, type Told } from '#server/http/tell.ts';

interface Telling {
  url: string;
  purge: PurgeConfig;
  fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  now: number;
}

/** It answers at once or is away: what waits meanwhile is shown as it was. */
const timeoutMs = 2 * secondMs;

/**
 * Asks a cache in front once to forget every answer that has one of these keys. They stand in the header that Varnish
 * and Fastly read, and as JSON as Cloudflare takes it. The receiver can check the sender and the time: the signature is
 * that of the time and the body.
 */
export function tellEdge(
  keys: readonly string[],
  { url, purge: { secret, header }, fetch, now }: Telling,
): Promise<Told> {
  const body = JSON.stringify({ tags: keys });
  const timestamp = String(Math.floor(now / secondMs));
  const headers = {
    'Content-Type': 'application/json',
    'Surrogate-Key': keys.join(' '),
    'X-Purge-Timestamp': timestamp,
    'X-Purge-Signature': `sha256=${signPurge(secret, timestamp, body)}`,
    ...(header && { [header[0]]: header[1] }),
  };
  return tell(url, { headers, body, timeoutMs }, fetch);
}

/** HMAC-SHA-256 in hexadecimal digits. */
export function signPurge(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}
