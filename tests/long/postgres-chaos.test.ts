import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { production } from '#scripts/build/folders.ts';
import { anAccount } from '../helpers/accounts.ts';
import { atEndOfFile } from '../helpers/built-site.ts';
import { silentLog, temporaryFolder } from '../helpers/databases.ts';
import { endBackends, holdTable } from '../helpers/lost-connections.ts';
import { openNetwork, type Network } from '../helpers/network.ts';
import { putOffMediaWork } from '#scripts/tools/put-off-media-work.ts';
import {
  createPostgres,
  hasPostgresPrograms,
  type OwnPostgres,
} from '#scripts/tools/servers/open-postgres.ts';
import { runSite, type RunningSite } from '../helpers/run-site.ts';
import { signInAt, startTraffic, type Traffic, type TrafficAnswer } from '../helpers/site-traffic.ts';

interface Setting {
  site: RunningSite;
  postgres: OwnPostgres;
  network: Network;
}

interface Disturbance {
  what: string;
  /** Disturbs the database; resolves when it is reachable again. */
  disturb(setting: Setting, traffic: Traffic): Promise<void>;
  /** The database goes on, but its writes meanwhile do not reach the site. */
  isUnheard?: boolean;
}

/** Requests of each visitor while the database is unreachable, each of them answered. */
const timesMeanwhile = 3;

const disturbances: Disturbance[] = [
  {
    what: 'ended backends, in transactions too',
    async disturb({ postgres }, traffic) {
      await directly(postgres, async (db) => {
        for (let round = 0; round < 3; round += 1) {
          const release = await holdTable(db, 'saved_items');
          await endBackends(db, '%"saved_items"%');
          await release();
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`.execute(db.read);
          await traffic.untilAnswered(2);
        }
      });
    },
  },
  {
    what: 'a killed backend',
    async disturb({ postgres }) {
      const pid = await directly(postgres, async (db) => {
        const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(db.read);
        return rows[0]?.pid ?? 0;
      });
      expect(pid).toBeGreaterThan(0);
      // The others are ended by the server, which then recovers as after a crash.
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => directly(postgres, async () => 'there').catch(() => 'lost')).toBe('there');
    },
  },
  {
    what: 'a killed server',
    async disturb({ postgres }, traffic) {
      await postgres.kill();
      await traffic.untilAnswered(timesMeanwhile);
      await postgres.start();
    },
  },
  {
    what: 'a stopped server',
    async disturb({ postgres }, traffic) {
      await postgres.stop();
      await traffic.untilAnswered(timesMeanwhile);
      await postgres.start();
    },
  },
  ...[false, true].map((isForgetful) => ({
    what: `a silent network that ${isForgetful ? 'forgets' : 'keeps'} its connections`,
    isUnheard: true,
    async disturb({ network, postgres }: Setting, traffic: Traffic) {
      network.fallSilent();
      await rename(postgres, 'after');
      await traffic.untilAnswered(timesMeanwhile);
      network.resume({ isForgetful });
    },
  })),
];

/**
 * Most refusals of one visitor, once the database is reachable again. A refused one tries again 60 ms after the answer.
 */
const mostRefusals = 60;

describe.runIf(hasPostgresPrograms)('with visitors who write and read, on PostgreSQL', () => {
  const atEnd = atEndOfFile();
  let setting: Setting;
  let cookies: string[];

  beforeAll(async () => {
    const postgres = await createPostgres();
    if (postgres === null) throw new Error('there are no programs of PostgreSQL');
    atEnd(() => postgres.remove());
    await postgres.start();
    const network = await openNetwork(postgres.url, atEnd);
    // Ended before: what is well within the usual deadline, of 10 s.
    const env = {
      DATABASE_URL: network.url,
      DATA_DIR: temporaryFolder(atEnd),
      SHUTDOWN_DEADLINE_MS: '6000',
    };
    const site = await runSite(production, env, atEnd);
    await putOffMediaWork({ engine: 'postgres', url: postgres.url, poolSize: 1 });
    setting = { postgres, network, site };
    const emails = ['lin@example.com', 'chen@example.com', 'wu@example.com'];
    await directly(postgres, async (db) => {
      for (const email of emails) await anAccount(db, { email });
    });
    cookies = await Promise.all(emails.map((email) => signInAt(site.origin, email)));
  });

  test.for(disturbances)(
    '$what: nothing acknowledged is lost, and all is well soon after',
    async ({ disturb, isUnheard }) => {
      const { site, postgres } = setting;
      const { origin } = site;
      await rename(postgres, 'before');
      await untilWell(origin, 'before', cookies[0]);
      const traffic = startTraffic(origin, cookies);
      await traffic.untilAnswered(2);
      await disturb(setting, traffic);
      const { length: meanwhile } = traffic.answers;
      const storedMeanwhile = traffic.answers.filter(({ kind }) => kind === 'stored');
      if (!isUnheard) await rename(postgres, 'after');
      await untilWell(origin, 'after', cookies[0]);
      await traffic.untilAnswered(2);
      await traffic.end();

      const later = Map.groupBy(traffic.answers.slice(meanwhile), ({ visitor }) => visitor);
      for (const [visitor, answers] of later) {
        const refused = answers.filter(({ status }) => status === 503).length;
        expect(refused, `visitor ${visitor}`).toBeLessThan(mostRefusals);
        expect(answers.at(-1), `visitor ${visitor}`).not.toMatchObject({ status: 503 });
      }
      expect(new Set(traffic.answers.filter((answer) => !isRight(answer)))).toEqual(new Set());
      if (isUnheard) expect(new Set(storedMeanwhile.map(({ status }) => status))).toEqual(new Set([200]));
      const saved = await directly(postgres, (db) =>
        db.read.selectFrom('saved_items').select('item').execute(),
      );
      const items = new Set(saved.map(({ item }) => item as string));
      expect(traffic.acknowledged.length).toBeGreaterThan(5);
      expect(traffic.acknowledged.filter((item) => !items.has(item))).toEqual([]);
      expect(site.output()).not.toContain('nobody caught');
      await directly(postgres, (db) => sql`delete from saved_items`.execute(db.write));
    },
  );

  test('asked to stop on a silent network, the site ends well before its deadline', async () => {
    const { site, network } = setting;
    const traffic = startTraffic(site.origin, cookies);
    await traffic.untilAnswered(2);
    network.fallSilent();
    // These visitors do not wait for the database: the others have sent their requests by then, and wait.
    await traffic.untilAnswered(3, 'stored');
    expect(await site.stop()).toEqual({ code: 0, signal: null });
    await traffic.end();
  });
});

/** A refused request has a time to try again. */
function isRight({ kind, status, retryAfter }: TrafficAnswer): boolean {
  if (status === 503) return kind === 'ready' || retryAfter !== null;
  return status === (kind === 'cold' ? 404 : 200);
}

/** A stored page, a rendered page, a write, and the request of a balancer. */
async function untilWell(origin: string, name: string, cookie = ''): Promise<void> {
  const asPerson = { headers: { Accept: 'text/html' } };
  const isWell = async () => {
    const stored = await fetch(`${origin}/product/info/alishan-highmountain-150g`, asPerson);
    const cold = await fetch(`${origin}/articles/none-${Math.random()}`, asPerson);
    const write = await fetch(`${origin}/account/saved`, {
      method: 'POST',
      headers: { Accept: 'application/json', Cookie: cookie },
      body: new URLSearchParams({ save: 'article:well' }),
    });
    const ready = await fetch(`${origin}/readyz`);
    return {
      hasNews: (await stored.text()).includes(name),
      stored: stored.headers.get('server-timing'),
      statuses: [cold.status, write.status, ready.status],
    };
  };
  await expect
    .poll(isWell, { interval: 20 })
    .toEqual({ hasNews: true, stored: 'store;desc=hit', statuses: [404, 200, 200] });
}

/** A write from outside, like an editor's import. */
function rename(postgres: OwnPostgres, name: string): Promise<unknown> {
  return directly(postgres, (db) =>
    sql`update products set name = ${name} where id = 'alishan-highmountain-150g'`.execute(db.write),
  );
}

/** On connections of the test's own, by a network that works. */
async function directly<T>(postgres: OwnPostgres, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ engine: 'postgres', url: postgres.url, poolSize: 2 }, silentLog);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
