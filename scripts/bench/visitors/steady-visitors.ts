import { setTimeout as delay } from 'node:timers/promises';
import { openConnection } from '#scripts/tools/requests/http-client.ts';

const connections = 16;
const perSecond = 2_000;

/**
 * Times of one page, in ms, requested at a steady rate for as long as `goesOn` returns true.
 * Measured here, because no program for it resolves less than a millisecond, which is twenty pages.
 */
export async function askSteadily(url: string, goesOn: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const everyMs = (connections * 1000) / perSecond;
  const startedAt = performance.now();
  const visit = async (_: unknown, visitor: number) => {
    const connection = openConnection();
    for (let n = visitor / connections; goesOn(); n += 1) {
      const early = startedAt + n * everyMs - performance.now();
      if (early > 0) await delay(early);
      const { status, ms } = await connection.get(url);
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      times.push(ms);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, visit));
  return times;
}
