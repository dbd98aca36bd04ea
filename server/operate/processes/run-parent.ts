import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#server/config/config.ts';
import { createLog, type Log } from '#server/base/log.ts';
import { createBuilds, type Builds } from './builds.ts';
import { ChildKeeper } from './keep-children.ts';
import { replacedGraceMs } from './leave-visitors.ts';
import { openListeningSocket } from './listening-socket.ts';
import { beatMs } from './missed-beats.ts';
import { removeRunFile, runFileOf, writeRunFile, type RunState } from './run-file.ts';
import { startChild } from './start-child.ts';

type Beside = (
  log: Log,
  children: Pick<ChildKeeper, 'ask' | 'endings'>,
  builds: Pick<Builds, 'fallbacks'>,
) => Promise<void>;

/**
 * Keeps PROCESSES children running `program`, which serve. The parent holds the socket that they accept from and does
 * nothing of their work, so there is little that could end it. `beside`: services of the parent itself, made of the
 * children's answers.
 */
export async function runParent(config: Config, program: string, beside: Beside): Promise<void> {
  const log = createLog(config.logLevel, { pid: process.pid });
  const { fd, authority } = await openListeningSocket(config);
  const builds = createBuilds(program, log);
  const keeper = new ChildKeeper({
    count: config.processes,
    startChild: (file) => startChild(file, fd),
    builds,
    log,
    // They have deadlines of their own; this one is for children that miss them.
    maxEndMs: Math.max(config.shutdownDrainMs, replacedGraceMs) + config.shutdownDeadlineMs + 500,
  });
  const runFile = runFileOf(config);
  const isStopping = stopOnSignals(keeper, runFile, log);
  await beside(log, keeper, builds);
  const started = keeper.start();
  reloadOnSignals(keeper, { started, builds, runFile, log });
  try {
    await started;
  } catch (error) {
    if (isStopping()) return;
    const reason = error instanceof Error ? error.message : String(error);
    log.fatal({ reason }, 'the site did not start');
    removeRunFile(runFile);
    process.exit(1);
  }
  const { processes, basePath } = config;
  void keepBeating(keeper);
  log.info({ processes }, `Qingye is at http://${authority}${basePath}`);
}

async function keepBeating(keeper: ChildKeeper): Promise<void> {
  for (;;) {
    const pause = delay(beatMs, null, { ref: false });
    await keeper.beat();
    await pause;
  }
}

/** Ends this process with all others. Returns whether that has begun. */
function stopOnSignals(keeper: ChildKeeper, runFile: string, log: Log): () => boolean {
  let isStopping = false;
  const stop = async (reason: { signal?: string; err?: unknown }) => {
    if (isStopping) return;
    isStopping = true;
    if ('err' in reason) log.fatal(reason, 'stopping: something was thrown that nobody caught');
    else log.info(reason, 'stopping all processes');
    const isWell = await keeper.stop();
    removeRunFile(runFile);
    log.info('stopped');
    process.exit(isWell && !('err' in reason) ? 0 : 1);
  };
  process.on('SIGTERM', (signal) => void stop({ signal }));
  process.on('SIGINT', (signal) => void stop({ signal }));
  process.on('uncaughtException', (err) => void stop({ err }));
  process.on('unhandledRejection', (err) => void stop({ err }));
  return () => isStopping;
}

/** Replaces all processes at SIGHUP, one reload after the other, and records the result. */
function reloadOnSignals(
  keeper: ChildKeeper,
  { started, builds, runFile, log }: { started: Promise<void>; builds: Builds; runFile: string; log: Log },
): void {
  const state: RunState = { pid: process.pid, asked: 0, done: 0, isReloaded: true };
  const tell = () => tellOperators(runFile, { ...state, build: builds.serving }, log);

  async function reloadAll(): Promise<void> {
    while (state.done < state.asked) {
      const upTo = state.asked;
      log.info('reloading: one process after the other is replaced');
      state.formerBuild = builds.serving;
      state.isReloaded = await keeper.reload();
      const runs = { build: builds.serving, formerBuild: state.formerBuild };
      if (state.isReloaded) log.info(runs, 'reloaded: all processes are new');
      state.done = upTo;
      tell();
    }
  }

  process.on('SIGHUP', () => {
    state.asked += 1;
    tell();
    // Several that come while one runs are one more.
    if (state.asked === state.done + 1) void started.then(reloadAll, () => {});
  });
  tell();
}

/** The site does not depend on it. */
function tellOperators(runFile: string, state: RunState, log: Log): void {
  try {
    writeRunFile(runFile, state);
  } catch (err) {
    log.warn({ err }, 'npm run reload will not find this process: its file cannot be written');
  }
}
