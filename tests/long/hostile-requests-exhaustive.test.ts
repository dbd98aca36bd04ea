import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { createSessions } from '#server/features/accounts/sessions/sessions.ts';
import { production } from '#scripts/build/folders.ts';
import { putOffMediaWork } from '#scripts/tools/put-off-media-work.ts';
import { anAccount } from '../helpers/accounts.ts';
import { startSite } from '../helpers/built-site.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import {
  engines,
  newDatabaseConfig,
  silentLog,
  temporaryFolder,
  type EngineName,
} from '../helpers/databases.ts';
import { sendAll } from '../helpers/hostile-answers.ts';
import { hostileRequests } from '../helpers/hostile-requests.ts';
import { howMany } from '../helpers/how-many.ts';

const count = howMany({ usually: 3_000, whole: 10_000 });
const seed = 20_261_121;

describe.for(engines)(`${count} hostile requests (seed ${seed}) on %s`, (engine) => {
  test('are answered without a failure of the server, and nothing of them comes back as it was', async () => {
    const { site, sessions } = await openHostile(engine);
    const port = Number(new URL(site.origin).port);
    const requests = hostileRequests(count, { seed, sessions });
    const { complaints, statuses } = await sendAll(port, requests);

    expect(complaints.slice(0, 10)).toEqual([]);
    expect(exceptionsIn(site.output()).slice(0, 10)).toEqual([]);
    expect((await fetch(site.origin)).status).toBe(200);
    // They reach all of the site: pages, forms, redirects, mistakes, refusals.
    for (const status of [200, 303, 308, 400, 404, 405, 422])
      expect(statuses.get(status), String(status)).toBeGreaterThan(count / 200);
  });
});

/** The built site, with accounts that are signed in: hostile forms sign some of them out. */
async function openHostile(engine: EngineName) {
  const dataDir = engine === 'sqlite' ? sampleFolder() : temporaryFolder();
  const config =
    engine === 'sqlite'
      ? { engine, file: path.join(dataDir, 'site.db') }
      : await newDatabaseConfig('postgres');
  const database = config.engine === 'postgres' && { DATABASE_URL: config.url };
  const db = await openDatabase(config, silentLog);
  onTestFinished(() => db.close());
  const lifetimes = { idleMs: 3_600_000, absoluteMs: 3_600_000 };
  const { start } = createSessions(db, systemClock, { short: lifetimes, remembered: lifetimes });
  const sessions: string[] = [];
  for (let i = 0; i < 100; i += 1) {
    const { id: accountId } = await anAccount(db, { email: `visitor-${i}@example.com` });
    sessions.push(await start({ accountId, way: 'password', isRemembered: false, userAgent: '' }));
  }
  const site = await startSite(production, { DATA_DIR: dataDir, ...database });
  await putOffMediaWork(config);
  return { site, sessions };
}

/** Logged exceptions. Errors for crawlers are logged too, but are no failure. */
function exceptionsIn(output: string): string[] {
  return output.split('\n').filter((line) => line.includes('"err":'));
}
