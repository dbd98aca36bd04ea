import { collectDefaultMetrics, Registry } from 'prom-client';
import { gauge, type Metric } from './metric.ts';

/**
 * Start time of the process; with several processes, of their parent. In whole seconds two starts within one would look
 * the same.
 */
export const startTime: Metric = gauge(
  {
    name: 'process_start_time_seconds',
    help: 'Start time of the process since unix epoch in seconds.',
    aggregator: 'min',
  },
  performance.timeOrigin / 1000,
);

let registry: Registry | null = null;

/** Memory, processor, garbage collection and event loop, which all sites of a process share. Watched from the first call on. */
export async function processMetrics(): Promise<unknown[]> {
  if (registry === null) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  const metrics = await registry.getMetricsAsJSON();
  return metrics.map((metric) =>
    metric.name === startTime.name ? startTime : { ...metric, aggregator: aggregatorOf(metric) },
  );
}

/** prom-client takes the mean of the delays of several processes: a single overloaded one would be hidden. */
function aggregatorOf({ name, aggregator }: { name: string; aggregator: string }): string {
  if (name.startsWith('nodejs_eventloop_lag')) return 'max';
  return name === 'process_max_fds' ? 'min' : aggregator;
}
