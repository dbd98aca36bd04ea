import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from './app.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { openServices, type Services } from './services.ts';

try {
  await start(readConfig(process.env));
} catch (error) {
  // What an operator can mend is said in one sentence; a stack trace is for what nobody expected.
  const text =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const here = import.meta.dirname;
  const services = await openServices(config, {
    clientDir: path.join(here, 'client'),
    sampleContentDir: path.join(here, 'sample-content'),
  });
  const { log } = services;
  const timeouts = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };
  const server = createServer(timeouts, await createApp(services));
  stopOnSignals(server, services);

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

/**
 * The first signal begins the stop, further ones change nothing: npm sends a second one for one Ctrl-C.
 * An exception that nobody caught stops the process the same way, with exit code 1.
 */
function stopOnSignals(server: Server, services: Services): void {
  const { config, log, lifecycle } = services;

  async function stop(reason: { signal: string } | { err: unknown }): Promise<void> {
    if (lifecycle.isStopping) return;
    lifecycle.isStopping = true;
    const failed = 'err' in reason;
    if (failed) log.fatal(reason, 'stopping: something was thrown that nobody caught');
    else log.info(reason, 'stopping');

    // Whoever sends us requests needs a moment to see that readiness says no.
    if (!failed) await delay(config.shutdownDrainMs);
    const deadline = setTimeout(() => {
      log.error('stopping took too long; what was in flight is cut');
      process.exit(1);
    }, config.shutdownDeadlineMs);
    deadline.unref();
    await closeServer(server);
    await services.close();
    log.info('stopped');
    process.exit(failed ? 1 : 0);
  }

  process.on('SIGTERM', (signal) => void stop({ signal }));
  process.on('SIGINT', (signal) => void stop({ signal }));
  process.on('uncaughtException', (err) => void stop({ err }));
  process.on('unhandledRejection', (err) => void stop({ err }));
}

/** Stops listening and waits for what is in flight. A connection that falls idle after that is closed too, which Node does not do. */
async function closeServer(server: Server): Promise<void> {
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closing);
}
