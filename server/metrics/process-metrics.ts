import { collectDefaultMetrics, Registry } from 'prom-client';

const startTime = 'process_start_time_seconds';

let registry: Registry | null = null;

/** Memory, processor, garbage collection and event loop, which all sites of a process share. Watched from the first call on. */
export async function processMetrics(): Promise<unknown[]> {
  if (registry === null) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  const metrics = await registry.getMetricsAsJSON();
  return metrics.map((metric) => ({
    ...metric,
    aggregator: aggregatorOf(metric),
    // In whole seconds two starts within one would look like the same.
    ...(metric.name === startTime && { values: [{ value: performance.timeOrigin / 1000, labels: {} }] }),
  }));
}

/**
 * prom-client leaves the time of the start out where there are several processes, and takes the mean of their delays: a
 * process that was started anew, and one that is too busy, would be seen by nobody.
 */
function aggregatorOf({ name, aggregator }: { name: string; aggregator: string }): string {
  if (name === startTime || name.startsWith('nodejs_eventloop_lag')) return 'max';
  return name === 'process_max_fds' ? 'min' : aggregator;
}
