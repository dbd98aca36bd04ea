import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open/open-database.ts';
import { anAccount, get, post, signedIn } from '../helpers/accounts.ts';
import { engines, isPooled, silentLog } from '../helpers/databases.ts';
import { endBackends, holdTable } from '../helpers/lost-connections.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { openSite } from '../helpers/site.ts';

test.runIf(engines.includes('postgres'))(
  'on PostgreSQL a form whose connection is lost in its transaction is answered 503, and can be sent again',
  async () => {
    const { app, services } = await openSite({ engine: 'postgres' });
    await anAccount(services.db);
    const other = await openDatabase(services.config.database, silentLog);
    onTestFinished(() => other.close());
    const cookie = await signedIn(app);
    const save = () => post(app, '/account/saved', { save: 'product:baozhong' }, cookie);

    const release = await holdTable(other, 'saved_items');
    // Before the transaction the form asks who sends it, and what is saved.
    const [lost] = await Promise.all([save(), endBackends(other, '%"saved_items"%')]);
    expect(lost.status).toBe(503);
    expect(lost.headers['retry-after']).toMatch(/^\d+$/);
    await release();

    // Nobody is there: it takes as long as the database lets a visitor wait.
    const releaseAgain = await holdTable(other, 'saved_items');
    const late = await save();
    expect(late.status).toBe(503);
    expect(late.headers['retry-after']).toMatch(/^\d+$/);
    await releaseAgain();

    expect((await save()).status).toBe(303);
  },
);

// A pooler keeps connections that began before.
test.runIf(engines.includes('postgres') && !isPooled())(
  'a PostgreSQL that can only be read, as a standby, is 503 for forms and answers pages',
  async () => {
    const { log, lines } = keptLog();
    const { app, services } = await openSite({ engine: 'postgres', log });
    await anAccount(services.db);
    const other = await openDatabase(services.config.database, silentLog);
    onTestFinished(() => other.close());
    const cookie = await signedIn(app);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(other.read);
    const name = sql.ref(rows[0]?.name ?? '');
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(other.write);
    // For connections to come.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.read);

    await expect.poll(async () => (await get(app, '/account/saved', cookie)).status).toBe(200);
    lines.length = 0;
    const refused = await post(app, '/account/saved', { save: 'product:baozhong' }, cookie);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    const failed = lines.filter(({ msg }) => msg === 'a request failed');
    expect(failed).toMatchObject([{ level: 'error', storage: 'read-only' }]);
  },
);
