import type { IconRequest } from './icon-request.ts';

export interface ServiceCallOptions {
  /** Ends with a slash. */
  iconApiUrl: string;
  fetch: typeof globalThis.fetch;
  /** The limit of the whole call, headers and body. */
  timeoutMs: number;
}

const maxBytes = 256 * 1024;

/**
 * Asks the service once. Resolves to its JSON, or to null when it does not know the collection.
 * @throws when it could not be asked, with the name `TimeoutError` when that was for want of time.
 */
export async function callService(
  { iconApiUrl, fetch, timeoutMs }: ServiceCallOptions,
  { collection, names }: IconRequest,
): Promise<{ json: unknown } | null> {
  const url = new URL(`${collection}.json`, iconApiUrl);
  url.searchParams.set('icons', names.join(','));
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    headers: { Accept: 'application/json' },
  });
  if (response.ok) return { json: JSON.parse(await readText(response)) };
  await response.body?.cancel();
  if (response.status === 404) return null;
  throw new Error(`the icon service answered with status ${response.status}`);
}

/** Reads no further than the limit: no service makes us hold more. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`the icon service sent more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
