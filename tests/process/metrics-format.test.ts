import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { metricsOf } from '#server/operate/metrics/metrics-of.ts';
import { startMetricsServer } from '#server/operate/metrics/metrics-server.ts';
import { get } from '../helpers/accounts.ts';
import { hasPromtool } from '../helpers/has-promtool.ts';
import { openSite } from '../helpers/site.ts';

test.runIf(hasPromtool)('names and units are as Prometheus wants them', async () => {
  const { app, services } = await openSite({ env: { METRICS_PORT: '9464' } });
  await get(app, '/articles').expect(200);
  const server = await startMetricsServer({
    port: 0,
    host: '127.0.0.1',
    collect: async () => [await metricsOf(services)],
  });
  onTestFinished(() => server.close());
  const text = await (await fetch(server.url)).text();
  // Metrics of prom-client itself that break the rules keep the names that dashboards know.
  const own = text.split('\n\n').filter((metric) => metric.startsWith('# HELP qingye_'));
  expect(own.length).toBeGreaterThan(20);
  const said = execFileSync('promtool', ['check', 'metrics'], {
    input: `${own.join('\n')}\n`,
    encoding: 'utf8',
  });
  expect(said).toBe('');
});
