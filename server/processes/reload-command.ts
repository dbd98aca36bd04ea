import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import { OperatorError } from '#server/errors.ts';
import { readRunFile, runFileOf } from './run-file.ts';

export const reloadUsage =
  'reload                       the running site, of several processes, takes up a new build without a pause';

const lookEveryMs = 100;
/** As long as a parent waits for one child, and more than any site takes. */
const maxReloadMs = 15 * 60_000;

/** `npm run reload`: asks the process that looks after the others to replace them, and waits until it has. */
export async function reloadCommand(config: Config, out: (line: string) => void): Promise<number> {
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
  const until = Date.now() + maxReloadMs;
  for (let asked = before.asked; Date.now() < until; await delay(lookEveryMs)) {
    const state = readRunFile(file);
    if (state === null || state.pid !== pid || !isOurs(pid))
      throw new OperatorError(`process ${pid} ended while it reloaded: its log says why`);
    if (asked === before.asked) asked = state.asked;
    if (asked === before.asked || state.done < asked) continue;
    if (state.isReloaded) out('The site runs on the new build.');
    else out('The new build did not become ready, and the site goes on as it is: its log says why.');
    return state.isReloaded ? 0 : 1;
  }
  throw new OperatorError(
    `process ${pid} has not reloaded within ${maxReloadMs / 60_000} minutes: look into its log`,
  );
}

/** After a crash the number may be another program's, whom the signal would end. */
function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
  } catch {
    // Only Linux tells.
    return true;
  }
}
