import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { describeFailure } from './describe-failure.ts';
import { OperatorError } from './errors.ts';
import { metricsOf } from './metrics/metrics-of.ts';
import { startMetricsServer } from './metrics/metrics-server.ts';
import { openServices, type Services } from './services.ts';

try {
  await start(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const stopOn = listenForSignals();
  const here = import.meta.dirname;
  const services = await openServices(config, {
    clientDir: path.join(here, 'client'),
    sampleContentDir: path.join(here, 'sample-content'),
    iconsDir: path.join(here, 'icons'),
    mediaWorker: path.join(here, 'media-worker.js'),
    hashThread: path.join(here, 'hash-thread.js'),
    contentThread: path.join(here, 'content-thread.js'),
  });
  const { log } = services;
  const timeouts = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };
  const server = createServer(timeouts, await createApp(services));
  stopOn((reason) => stop(server, services, reason));

  if (config.metrics !== null) await serveMetrics(config.metrics, services);
  server.on('error', (error) => {
    log.fatal({ err: error }, `cannot listen on ${config.host}:${config.port}`);
    process.exit(1);
  });
  server.listen(config.port, config.host, () => {
    const { address, port, family } = server.address() as AddressInfo;
    const host = family === 'IPv6' ? `[${address}]` : address;
    log.info({ buildId: services.assets.buildId }, `Qingye is at http://${host}:${port}${config.basePath}`);
  });
}

/** The metrics of this process, which is the only one. */
async function serveMetrics(
  { host, port }: NonNullable<Config['metrics']>,
  services: Services,
): Promise<void> {
  try {
    const { url } = await startMetricsServer({
      host,
      port,
      collect: async () => [await metricsOf(services)],
    });
    services.log.info(`metrics are at ${url}`);
  } catch (cause) {
    throw new OperatorError(`cannot listen on ${host}:${port}; check METRICS_HOST and METRICS_PORT`, {
      cause,
    });
  }
}

/** `err` is an exception that nobody caught. */
type StopReason = { signal?: string; err?: unknown };

/**
 * Before anything else: as process 1 of a container only signals that were asked for arrive. Until the server
 * stands a signal ends the process at once; what was being written is one transaction and is not there.
 * Further signals change nothing: npm sends a second one for one Ctrl-C.
 */
function listenForSignals(): (handler: (reason: StopReason) => Promise<void>) => void {
  let handler: ((reason: StopReason) => Promise<void>) | null = null;
  let isStopping = false;
  const onReason = (reason: StopReason) => {
    if (handler === null) {
      if ('err' in reason) process.stderr.write(`${String(reason.err)}\n`);
      process.exit('err' in reason ? 1 : 0);
    }
    if (isStopping) return;
    isStopping = true;
    void handler(reason);
  };
  process.on('SIGTERM', (signal) => onReason({ signal }));
  process.on('SIGINT', (signal) => onReason({ signal }));
  process.on('uncaughtException', (err) => onReason({ err }));
  process.on('unhandledRejection', (err) => onReason({ err }));
  return (newHandler) => (handler = newHandler);
}

async function stop(
  server: Server,
  { config, log, lifecycle, close }: Services,
  { signal, err }: StopReason,
) {
  lifecycle.isStopping = true;
  if (err === undefined) log.info({ signal }, 'stopping');
  else log.fatal({ err }, 'stopping: something was thrown that nobody caught');

  // Whoever sends us requests needs a moment to see that readiness says no.
  if (err === undefined) await delay(config.shutdownDrainMs);
  const deadline = setTimeout(() => {
    log.error('stopping took too long; what was in flight is cut');
    process.exit(1);
  }, config.shutdownDeadlineMs);
  deadline.unref();
  await closeServer(server);
  await close();
  log.info('stopped');
  process.exit(err === undefined ? 0 : 1);
}

/** Stops listening and waits for what is in flight. A connection that falls idle after that is closed too, which Node does not do. */
async function closeServer(server: Server): Promise<void> {
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closing);
}
