import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { noteOperation } from '#server/db/operations.ts';
import { anAccount, get, post, signedIn } from '../helpers/accounts.ts';
import { anArticle, anAuthor } from '../helpers/content.ts';
import { engines, isPooled, preparedDatabaseConfig } from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { scrape } from '../helpers/metrics.ts';
import { openSite } from '../helpers/site.ts';

// A pooler keeps connections to its server, whatever becomes of ours.
const onPostgres = test.runIf(engines.includes('postgres') && !isPooled());

const files = { 'authors/lin.md': anAuthor(), 'articles/spring.md': anArticle() };

/** A site whose role and database are its own, and what an operator does to them. */
async function openOnServer() {
  const serverUrl = inject('postgresUrl');
  if (serverUrl === null) throw new Error('there is no PostgreSQL');
  const database = await preparedDatabaseConfig('postgres');
  if (database.engine !== 'postgres') throw new Error('asked for PostgreSQL');
  const operator = new pg.Client({ connectionString: serverUrl });
  await operator.connect();
  onTestFinished(() => operator.end());
  const name = new URL(database.url).pathname.slice(1);
  const role = `qingye_${randomUUID().replaceAll('-', '')}`;
  await operator.query(`create role ${role} superuser login`);
  onTestFinished(async () => void (await operator.query(`drop role ${role}`)));
  const url = new URL(database.url);
  url.username = role;
  const { log, lines } = keptLog();
  const { app, services } = await openSite({ database: { ...database, url: url.href }, files, log });
  await anAccount(services.db, { role: 'admin' });
  await noteOperation(services.db, 'backup', '12 MB');
  const cookie = await signedIn(app);
  const read = () => get(app, '/articles/spring', cookie);
  const save = () => post(app, '/account/saved', { save: 'article:spring' }, cookie);
  expect((await read()).status).toBe(200);
  expect((await save()).status).toBe(303);

  /** Runs a statement, and ends the site's connections. */
  async function change(statement: string): Promise<void> {
    await operator.query(statement);
    await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);
  }
  return { app, services, lines, cookie, read, save, operator, change, name, role };
}

onPostgres('what PostgreSQL can only read is said, and saved again by new connections', async () => {
  const { app, services, lines, cookie, read, save, operator, change, name } = await openOnServer();
  await change(`alter database ${name} set default_transaction_read_only = on`);
  const ready = async () => (await get(app, '/readyz?verbose')).body;
  await expect.poll(ready).toMatchObject({ status: 'ok', checks: { databaseWritable: false } });
  expect((await ready()).problems).toContainEqual(expect.stringContaining('can only be read'));
  const refused = await save();
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('5');
  expect((await get(app, '/account/status', cookie)).text).toContain('資料庫只能讀取');
  expect((await scrape(services)).get('qingye_database_writable')).toBe(0);
  expect((await read()).status).toBe(200);

  // From now on only new connections can write, and none of the old ones is ended.
  await operator.query(`alter database ${name} reset default_transaction_read_only`);
  await expect.poll(async () => (await save()).status).toBe(303);
  await expect
    .poll(ready)
    .toMatchObject({ checks: { databaseWritable: true, changeFeed: true }, problems: [] });
  expect((await scrape(services)).get('qingye_database_writable')).toBe(1);
  const told = lines.map(({ msg }) => String(msg)).filter((msg) => /only be read|written to/.test(msg));
  expect(told).toEqual([
    expect.stringContaining('the database can only be read'),
    expect.stringContaining('the database can be written to'),
  ]);
});

interface OtherServer {
  code: string;
  become: (names: { name: string; role: string }) => string;
  comeBack: (names: { name: string; role: string }) => string;
}

onPostgres.for<OtherServer>([
  {
    code: '28000',
    become: ({ role }) => `alter role ${role} nologin`,
    comeBack: ({ role }) => `alter role ${role} login`,
  },
  {
    code: '3D000',
    become: ({ name }) => `alter database ${name} rename to ${name}_away`,
    comeBack: ({ name }) => `alter database ${name}_away rename to ${name}`,
  },
  {
    code: '55000',
    become: ({ name }) => `alter database ${name} allow_connections false`,
    comeBack: ({ name }) => `alter database ${name} allow_connections true`,
  },
  {
    code: '53300',
    become: ({ role }) => `alter role ${role} nosuperuser connection limit 0`,
    comeBack: ({ role }) => `alter role ${role} superuser connection limit -1`,
  },
  {
    code: '42501',
    become: ({ role }) => `alter role ${role} nosuperuser`,
    comeBack: ({ role }) => `alter role ${role} superuser`,
  },
])(
  'what PostgreSQL refuses with $code is 503, and answered when it comes back',
  async ({ code, become, comeBack }) => {
    const { app, lines, read, save, operator, change, name, role } = await openOnServer();
    // A database is renamed when nobody uses it.
    await operator.query(`alter role ${role} nologin`);
    await change('select');
    await expect
      .poll(
        async () =>
          (await operator.query('select from pg_stat_activity where usename = $1', [role])).rowCount,
      )
      .toBe(0);
    await operator.query(become({ name, role }));
    if (code !== '28000') await operator.query(`alter role ${role} login`);
    for (const ask of [read, save]) {
      const { status, headers } = await ask();
      expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 503, retryAfter: '5' });
    }
    // Missing rights are seen when a table is asked for.
    expect((await get(app, '/readyz')).status).toBe(code === '42501' ? 200 : 503);
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'a request failed', storage: 'lost' }));
    await operator.query(comeBack({ name, role }));
    await expect.poll(async () => (await read()).status).toBe(200);
    expect((await save()).status).toBe(303);
  },
);
