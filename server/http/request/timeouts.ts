import type { ServerOptions } from 'node:http';

/** Time for the body of an upload, in ms: 30 MB at 0.5 Mbit/s. */
export const maxUploadMs = 600_000;

/**
 * Time for requests to come in, and for idle connections. Node looks only now and then: with its own 30 s, headers that
 * never end would be cut after 45 s. `requestTimeout` is for the uploads of editors: `limitBodyTime` has that of all
 * others.
 */
export const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: maxUploadMs + 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const satisfies ServerOptions;
