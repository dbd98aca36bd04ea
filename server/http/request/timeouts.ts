import type { ServerOptions } from 'node:http';

/**
 * How long a request may take to come in, and how long a connection is kept. Node looks only now and then: with its own
 * 30 s, headers that never end would be cut after 45 s.
 */
export const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const satisfies ServerOptions;
