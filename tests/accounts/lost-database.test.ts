import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { anAccount, post, signedIn } from '../helpers/accounts.ts';
import { engines, silentLog } from '../helpers/databases.ts';
import { endBackends, holdTable } from '../helpers/lost-connections.ts';
import { openSite } from '../helpers/site.ts';

test.runIf(engines.includes('postgres'))(
  'a form whose connection is lost in its transaction is answered 503, and can be sent again',
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
