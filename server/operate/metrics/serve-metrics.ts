import type { Config } from '#server/config/config.ts';
import { OperatorError } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import { startMetricsServer } from './metrics-server.ts';

/** Serves the metrics at METRICS_PORT; nothing without it. `collect` asks each process of the machine. */
export async function serveMetrics(
  { metrics }: Pick<Config, 'metrics'>,
  log: Log,
  collect: () => Promise<unknown[]>,
): Promise<void> {
  if (metrics === null) return;
  const { host, port } = metrics;
  try {
    const { url } = await startMetricsServer({ host, port, collect });
    log.info(`metrics are at ${url}`);
  } catch (cause) {
    throw new OperatorError(`cannot listen on ${host}:${port}; check METRICS_HOST and METRICS_PORT`, {
      cause,
    });
  }
}
