import { onTestFinished } from 'vitest';
import { metricsOf } from '#server/operate/metrics/metrics-of.ts';
import { startMetricsServer } from '#server/operate/metrics/metrics-server.ts';
import type { StatusSources } from '#server/operate/metrics/read-status.ts';

/** Samples by name and labels as they stand in the text, such as `up{job="a"}`. */
export type Scraped = ReadonlyMap<string, number>;

/** Reads the metrics of these processes as Prometheus does. */
export async function scrape(...processes: StatusSources[]): Promise<Scraped> {
  const server = await startMetricsServer({
    port: 0,
    host: '127.0.0.1',
    collect: () => Promise.all(processes.map(metricsOf)),
  });
  onTestFinished(() => server.close());
  return parseSamples(await (await fetch(server.url)).text());
}

export function parseSamples(text: string): Scraped {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
