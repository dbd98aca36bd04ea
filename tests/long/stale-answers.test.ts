import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open/open-database.ts';
import { findStaleAnswers } from '#scripts/tools/requests/stale-answers.ts';
import { production } from '#scripts/build/folders.ts';
import { startSite } from '../helpers/built-site.ts';
import { engines, newDatabaseConfig, silentLog, temporaryFolder, urlOf } from '../helpers/databases.ts';

test.for(engines)('two processes on %s answer nothing older than an acknowledged write', async (engine) => {
  const config = await newDatabaseConfig(engine);
  const url = urlOf(config);
  const env = { DATABASE_URL: url, DATA_DIR: temporaryFolder() };
  const first = await startSite(production, env);
  const second = await startSite(production, env);
  const db = await openDatabase(config, silentLog);
  onTestFinished(() => db.close());

  const origins = [first.origin, second.origin];
  const { reads, writes, stale } = await findStaleAnswers({
    db,
    origins,
    reads: 1500,
    writes: 100,
    graceMs: 0,
    // It hears of writes a moment later, which `npm run bench -- seen` measures.
    waitsForNews: engine === 'postgres',
  });
  expect(stale).toEqual([]);
  expect(reads).toBeGreaterThanOrEqual(1500);
  expect(writes).toBe(100);
});
