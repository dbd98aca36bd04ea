import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry } from 'prom-client';

interface MetricsServerOptions {
  /** 0 takes a free one. */
  port: number;
  host: string;
  /** Returns the metrics of each process of the machine, see `metricsOf`; one that does not answer is left out. */
  collect: () => Promise<unknown[]>;
}

export interface MetricsServer {
  /** Address for Prometheus. */
  url: string;
  close(): void;
}

/** Serves the metrics of all processes of the machine as one. On a port of its own, so that no visitor comes by. */
export async function startMetricsServer({
  port,
  host,
  collect,
}: MetricsServerOptions): Promise<MetricsServer> {
  let reading: Promise<string> | null = null;

  /** Joins simultaneous requests. */
  function read(): Promise<string> {
    reading ??= collect()
      .then((processes) => AggregatorRegistry.aggregate(processes.filter(Array.isArray)).metrics())
      .finally(() => (reading = null));
    return reading;
  }

  const server = createServer(async ({ method, url = '' }, response) => {
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || !/^\/metrics(?:\?|$)/.test(url)) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('The metrics are at /metrics.\n');
      return;
    }
    try {
      const text = await read();
      response.writeHead(200, { 'Content-Type': AggregatorRegistry.PROMETHEUS_CONTENT_TYPE });
      response.end(method === 'HEAD' ? undefined : text);
    } catch {
      response.writeHead(503, { 'Content-Type': 'text/plain' }).end('The metrics could not be read.\n');
    }
  });
  server.listen(port, host);
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const { address, port: taken, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
