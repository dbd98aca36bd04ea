import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isoAt, systemClock } from '#server/base/clock.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { engines } from '../helpers/databases.ts';
import { limitMs } from '../helpers/limit.ts';
import { openPlannedPages } from '../helpers/planned-pages.ts';

const [rounds, pages] = [25, 40];
const ids = Array.from({ length: pages }, (_, n) => `page-${n}`);

async function startRunner(config: DatabaseConfig): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [path.resolve('tests/helpers/run-plans.ts'), JSON.stringify(config)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [words] = await once(child.stdout, 'data');
  expect(String(words)).toBe('ready\n');
  return child;
}

test.for(engines)(
  'of 1,000 planned changes each is carried out once, and never early, by four processes one of which is killed each round, on %s',
  async (engine) => {
    const { config, db, plan, planFor, carriedOut } = await openPlannedPages(engine, ids);
    const runners = await Promise.all(Array.from({ length: 4 }, () => startRunner(config)));
    for (let round = 0; round < rounds; round += 1) {
      const done = round * pages;
      expect(await plan(`第 ${round} 次。`)).toBe(pages);
      // Near when they are written, and all at once.
      await planFor(isoAt(systemClock.now() + 1500));
      await expect
        .poll(async () => (await carriedOut()).length, { interval: 5, timeout: limitMs(10_000) })
        .toBeGreaterThan(done);
      const killed = runners.shift();
      killed?.kill('SIGKILL');
      await expect
        .poll(async () => (await carriedOut()).length, { interval: 50, timeout: limitMs(10_000) })
        .toBe(done + pages);
      expect(await db.read.selectFrom('scheduled_changes').select('problem').execute()).toEqual([]);
      runners.push(await startRunner(config));
    }
    const events = await carriedOut();
    const late = events
      .map(({ at, detail }) => Date.parse(at) - Date.parse(detail ?? ''))
      .toSorted((a, b) => a - b);
    const [middle, last] = [late[Math.floor(late.length / 2)] ?? 0, late.at(-1) ?? 0];
    console.info(`late on ${engine}: ${middle} ms in the middle, ${last} ms at most`);
    expect(late[0]).toBeGreaterThanOrEqual(0);
    for (const id of ids) expect(events.filter((event) => event.id === id)).toHaveLength(rounds);
    const published = await db.read
      .selectFrom('revisions')
      .select('seq')
      .where('action', '=', 'publish')
      .execute();
    expect(published).toHaveLength(rounds * pages);
  },
);
