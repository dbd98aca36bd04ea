import { openDatabase } from '#server/db/open-database.ts';
import { createLog } from '#server/log.ts';
import { onEachDatabase, type EngineSetting } from './each-engine.ts';
import type { Figure } from './figures.ts';
import { startSite } from './site.ts';
import { findStaleAnswers } from './stale-answers.ts';

const course = { reads: 100_000, writes: 2_000 };

/** Two processes over one database, read and written at once. */
export function measureStale(): Promise<Figure[]> {
  return onEachDatabase(measureEngine);
}

async function measureEngine({ config, databaseUrl, dataDir }: EngineSetting): Promise<Figure[]> {
  const first = await startSite({ dataDir, databaseUrl, pageStoreMb: 64 });
  const second = await startSite({ dataDir, databaseUrl, pageStoreMb: 64 });
  const db = await openDatabase(config, createLog('silent'));
  const graceMs = config.engine === 'sqlite' ? 0 : 100;
  const { reads, writes, stale } = await findStaleAnswers({
    ...course,
    db,
    origins: [first.origin, second.origin],
    graceMs,
  });
  await db.close();
  await Promise.all([first.stop(), second.stop()]);
  for (const line of stale.slice(0, 5)) console.error(line);
  const when = graceMs === 0 ? 'once it was acknowledged' : `${graceMs} ms after it was acknowledged`;
  return [
    {
      name: `stale answers, ${config.engine}`,
      value: stale.length,
      unit: '',
      target: { below: 1 },
      note: `two processes, ${reads} reads, ${writes} writes, each to be seen ${when}`,
    },
  ];
}
