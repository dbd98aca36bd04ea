import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

export interface Load {
  url: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** Expected status of every answer. */
  status: number;
}

interface Generated {
  answered: number;
  seconds: number;
  /** Answers of another status, and none. */
  others: number;
}

/**
 * wrk gets 1.5 to 4 times as many answers out of a server as autocannon, which is a Node program itself: with
 * autocannon the client is measured. It is in Debian; without it the rates say little, and only the figures by CPU time
 * hold.
 */
export const hasWrk = spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error === undefined;

export async function generateLoad(load: Load): Promise<Generated> {
  return hasWrk ? runWrk(load) : runAutocannon(load);
}

const run = promisify(execFile);

async function runWrk({ url, headers, connections, seconds, status }: Load): Promise<Generated> {
  const { stdout } = await run('wrk', [
    '--threads=1',
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    url,
  ]);
  const count = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0);
  const total = count(/(\d+) requests in /);
  // wrk does not count by status, only answers that are neither 2xx nor 3xx.
  const refused = count(/Non-2xx or 3xx responses: (\d+)/);
  const broken = [...(/Socket errors: (.*)/.exec(stdout)?.[1] ?? '').matchAll(/\d+/g)].map(Number);
  const answered = status < 400 ? total - refused : refused;
  const others = total - answered + broken.reduce((sum, errors) => sum + errors, 0);
  return { answered, seconds: Number(/requests in ([\d.]+)s/.exec(stdout)?.[1] ?? NaN), others };
}

async function runAutocannon({ url, headers, connections, seconds, status }: Load): Promise<Generated> {
  const result = await autocannon({ url, headers, connections, duration: seconds });
  const answered = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  const others = result['2xx'] + result.non2xx + result.errors + result.timeouts - answered;
  return { answered, seconds: result.duration, others };
}
