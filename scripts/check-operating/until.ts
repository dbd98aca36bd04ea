import { setTimeout as delay } from 'node:timers/promises';
import { expectThat } from '../check-container/report.ts';

/** Repeats a check until it is true. @throws with this message when it is not within `limitMs`. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  limitMs: number,
  message: string,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isSo())) {
    expectThat(performance.now() < deadline, message);
    await delay(200);
  }
}
