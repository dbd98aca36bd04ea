import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open/open-database.ts';
import { registerEdges } from '#server/features/edge/purge-outbox.ts';
import type { ChangedTags } from '#server/freshness/changes/change-source.ts';
import { openPostgresChanges } from '#server/freshness/changes/postgres-changes.ts';
import { engines, isPooled, preparedDatabaseConfig, silentLog } from '../helpers/databases.ts';
import { openDeafNetwork } from '../helpers/deaf-network.ts';
import { aClockAt } from '../helpers/site.ts';

test.runIf(engines.includes('postgres') && !isPooled())(
  'on PostgreSQL, where nothing is heard any more, and where it is heard again, nothing is trusted that was kept',
  async () => {
    const config = await preparedDatabaseConfig('postgres');
    if (config.engine !== 'postgres') throw new Error('asked for PostgreSQL');
    let isDeaf = false;
    const listenUrl = await openDeafNetwork(config.url, () => isDeaf);
    const db = await openDatabase({ ...config, listenUrl }, silentLog);
    if (db.engine !== 'postgres') throw new Error('asked for PostgreSQL');
    await registerEdges(db, {
      urls: ['http://edge.example/'],
      siteKey: 's1',
      now: aClockAt('2026-11-20T04:00:00Z').now(),
    });
    await db.write.deleteFrom('edge_purges').execute();
    const toldEdge = () => db.read.selectFrom('edge_purges').select('tag').execute();
    const reported: ChangedTags[] = [];
    const onChange = (changed: ChangedTags) => void reported.push(changed);
    const source = await openPostgresChanges(db, onChange, silentLog, { hearingEveryMs: 100 });
    onTestFinished(async () => {
      await source.close();
      await db.close();
    });
    const isReading = () => source.askForNews() !== null;
    expect(isReading()).toBe(false);

    // For an unknown time, so the caches in front are purged completely.
    isDeaf = true;
    await expect.poll(isReading).toBe(true);
    expect(reported).toEqual(['everything']);
    await expect.poll(toldEdge).toEqual([{ tag: '*' }]);

    // Recent notifications were dropped, and no read may have seen the changes.
    reported.length = 0;
    isDeaf = false;
    await expect.poll(isReading).toBe(false);
    expect(reported).toEqual(['everything']);
    expect(await toldEdge()).toHaveLength(1);
  },
);
