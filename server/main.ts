import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { timeouts } from './http/request/timeouts.ts';
import { createLog } from './base/log.ts';
import { lookAtDisk } from './operate/metrics/look-at-disk.ts';
import { metricsOf } from './operate/metrics/metrics-of.ts';
import { serveMetrics } from './operate/metrics/serve-metrics.ts';
import { answerParent, hasParent } from './operate/processes/answer-parent.ts';
import { leaveVisitors } from './operate/processes/leave-visitors.ts';
import { createMachineWork } from './operate/processes/machine-work.ts';
import { serveAsChild } from './operate/processes/serve-as-child.ts';
import { openServices, type Services } from './services.ts';

/** Serves the site. `here` is the folder of the build. */
export async function start(config: Config, here: string): Promise<void> {
  const stopOn = listenForSignals();
  const machineWork = createMachineWork();
  const services = await openServices(config, {
    // With several processes, each logs its id.
    log: createLog(config.logLevel, hasParent ? { pid: process.pid } : {}),
    machineWork,
    clientDir: path.join(here, 'client'),
    sampleContentDir: path.join(here, 'sample-content'),
    iconsDir: path.join(here, 'icons'),
    mediaWorker: path.join(here, 'media-worker.js'),
    uploadProgram: path.join(here, 'upload-program.js'),
    hashThread: path.join(here, 'hash-thread.js'),
    contentThread: path.join(here, 'content-thread.js'),
    facetThread: path.join(here, 'facet-thread.js'),
  });
  const { log } = services;
  void warnOfFolder(config, log);
  const server = createServer(timeouts, await createApp(services));
  const onReason = stopOn((reason) => stop(server, services, reason));

  if (hasParent) {
    const { basePath } = config;
    answerParent('metrics', () => metricsOf(services));
    const leave = () => onReason({ isReplaced: true });
    return serveAsChild({ server, basePath, buildId: services.assets.buildId, machineWork, leave });
  }
  warnOfReload(log);
  await serveMetrics(config, log, async () => [await metricsOf(services)]);
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

/** Warns of a folder that cannot be written; pages are served all the same. The first picture makes a missing one. */
async function warnOfFolder({ dataDir }: Config, log: Services['log']): Promise<void> {
  const { folderTrouble } = await lookAtDisk(dataDir);
  if (folderTrouble === null || folderTrouble === 'ENOENT') return;
  const why = folderTrouble === 'EROFS' ? ': it is on a read-only file system' : '';
  log.error({ dataDir, folderTrouble }, `nothing can be written into DATA_DIR${why}`);
}

/** A single process cannot replace itself. A terminal that is closed still ends it. */
function warnOfReload(log: Services['log']): void {
  if (process.stdin.isTTY) return;
  process.on('SIGHUP', () =>
    log.warn('a site of one process cannot be reloaded: restart it, or set PROCESSES'),
  );
}

/** `err` is an uncaught exception. `isReplaced`: another process takes the visitors. `isOrphan`: the parent is lost. */
type StopReason = { signal?: string; err?: unknown; isReplaced?: boolean; isOrphan?: boolean };
type OnReason = (reason: StopReason) => void;

/**
 * Before anything else: process 1 of a container only gets signals with a handler. Until the server listens a signal
 * ends the process at once; an unfinished transaction is rolled back. Further signals change nothing: npm sends a
 * second one for one Ctrl-C.
 */
function listenForSignals(): (handler: (reason: StopReason) => Promise<void>) => OnReason {
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
  // A terminal sends these to all processes; for a child the parent decides.
  process.on('SIGINT', (signal) => hasParent || onReason({ signal }));
  if (hasParent) process.on('SIGHUP', () => {});
  if (hasParent) process.on('disconnect', () => onReason({ isOrphan: true }));
  // It went while this one was being loaded.
  if (hasParent && !process.connected) onReason({ isOrphan: true });
  process.on('uncaughtException', (err) => onReason({ err }));
  process.on('unhandledRejection', (err) => onReason({ err }));
  return (newHandler) => {
    handler = newHandler;
    return onReason;
  };
}

async function stop(
  server: Server,
  { config, log, lifecycle, close }: Services,
  { signal, err, isReplaced = false, isOrphan = false }: StopReason,
) {
  if (isReplaced) lifecycle.isReplaced = true;
  else lifecycle.isStopping = true;
  if (err !== undefined) log.fatal({ err }, 'stopping: something was thrown that nobody caught');
  else if (isOrphan) log.error('stopping: the process that looked after this one has gone');
  else log.info({ signal }, isReplaced ? 'leaving: another process has taken the place' : 'stopping');

  if (isReplaced) await leaveVisitors(server);
  // Load balancers need a moment to see that readiness says no. An orphan only keeps the port from others.
  else if (err === undefined && !isOrphan) await delay(config.shutdownDrainMs);
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

/**
 * Stops listening and waits for requests in flight. Connections that fall idle later are closed too, which Node does
 * not do.
 */
async function closeServer(server: Server): Promise<void> {
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closing);
}
