import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#server/config/config.ts';
import { OperatorError } from '#server/base/errors.ts';
import type { Build } from './builds.ts';
import { readRunFile, runFileOf, type RunState } from './run-file.ts';

export const reloadUsage =
  'reload                       the running site, of several processes, takes up a new build without a pause';

const lookEveryMs = 100;
/** Longest wait for a reload: as long as a parent waits for one child, and more than any site takes. */
const maxReloadMs = 15 * 60_000;

/**
 * `npm run reload`: makes the parent process replace its children, and waits until it has. `own`: build of the command
 * itself, which an operator takes to be the newest.
 */
export async function reloadCommand(
  config: Config,
  own: Build | null,
  out: (line: string) => void,
): Promise<number> {
  const file = runFileOf(config);
  const before = readRunFile(file);
  if (before === null)
    throw new OperatorError(
      `${file} is not there: no site with PROCESSES above 1 runs from this DATA_DIR and PORT; a site of one process is restarted instead`,
    );
  const { pid } = before;
  if (!isOurs(pid))
    throw new OperatorError(
      `${file} names process ${pid}, which has ended: start the site; it needs no reload`,
    );
  process.kill(pid, 'SIGHUP');
  const until = performance.now() + maxReloadMs;
  for (let number = before.asked; performance.now() < until; await delay(lookEveryMs)) {
    const state = readRunFile(file);
    if (state === null || state.pid !== pid || !isOurs(pid))
      throw new OperatorError(`process ${pid} ended while it reloaded: its log says why`);
    if (number === before.asked) number = state.asked;
    if (number === before.asked || state.done < number) continue;
    const { isWell, message } = describeReload(state, own);
    out(message);
    return isWell ? 0 : 1;
  }
  throw new OperatorError(
    `process ${pid} has not reloaded within ${maxReloadMs / 60_000} minutes: look into its log`,
  );
}

/** Outcome of a reload, and whether the wanted build runs. */
export function describeReload(
  { isReloaded, build = null, formerBuild = null }: RunState,
  own: Build | null,
): { isWell: boolean; message: string } {
  const runs = build === null ? '' : ` on ${nameOf(build)}`;
  if (!isReloaded)
    return {
      isWell: false,
      message: `The new build did not become ready, and the site goes on as it is${runs}: its log says why.`,
    };
  // A site started by an earlier version does not report its build.
  if (build === null || formerBuild === null)
    return { isWell: true, message: 'The site runs on the new build.' };
  if (!isSame(build, formerBuild))
    return {
      isWell: true,
      message: `The site runs on ${nameOf(build)}. Before, it ran on ${nameOf(formerBuild)}.`,
    };
  if (own === null || isSame(build, own))
    return { isWell: true, message: `The site runs on ${nameOf(build)}, as before.` };
  return {
    isWell: false,
    message: `The site runs on ${nameOf(build)} again, and this command is of ${nameOf(own)}. It was started from within that folder and does not follow a link: restart it by the address of the link, such as node --enable-source-maps /opt/qingye/current/dist/server.js`,
  };
}

function nameOf({ id, folder }: Build): string {
  return `build ${id} in ${folder}`;
}

function isSame(one: Build, other: Build): boolean {
  return one.id === other.id && one.folder === other.folder;
}

/** After a crash the number may belong to another program, which the signal would end. */
function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
  } catch {
    // Only Linux has this file.
    return true;
  }
}
