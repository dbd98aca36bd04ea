import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { engines } from '../helpers/databases.ts';
import { anS3Service } from '../helpers/s3-service.ts';
import { openSite } from '../helpers/site.ts';

const well = {
  database: true,
  databaseWritable: true,
  schema: true,
  changeFeed: true,
  mediaFolder: true,
  disk: true,
  stopping: false,
};

describe.for(engines)('on %s', (engine) => {
  test('operators learn how each part is', async () => {
    const { app, services } = await openSite({ engine });
    const { body } = await request(app).get('/readyz?verbose').expect(200);
    expect(body).toEqual({ status: 'ok', checks: well, problems: ['No backup was ever noted.'] });

    await sql`insert into schema_migrations (name, applied_at) values ('9999-later', '')`.execute(
      services.db.write,
    );
    services.lifecycle.isStopping = true;
    const { body: later } = await request(app).get('/readyz?verbose').expect(503);
    expect(later.checks).toEqual({ ...well, schema: false, stopping: true });
    expect(later.problems.join()).toContain('other migrations');
  });

  test('a lost database is told of, and what is not known', async () => {
    const { app, services } = await openSite({ engine });
    await services.db.close();
    const { body } = await request(app).get('/readyz?verbose').expect(503);
    expect(body.checks).toMatchObject({ database: false, schema: null });
    expect(body.problems).toContainEqual(expect.stringContaining('The database does not answer'));
  });
});

test('whether the store of pictures can be asked', async () => {
  const service = await anS3Service();
  const { app } = await openSite({ env: service.env });
  const look = async () => (await request(app).get('/readyz?verbose').expect(200)).body;
  expect((await look()).checks).toEqual({ ...well, mediaStore: true });
  await service.leave();
  const { checks, problems } = await look();
  expect(checks).toEqual({ ...well, mediaStore: false });
  expect(problems.join()).toMatch(/pictures are 502.*s3:\/\/pictures\/ at http.* cannot be reached/);
});

const plain = { status: 'ok', checks: { database: true, stopping: false } };

describe('for anybody else it is as without', () => {
  test.for([
    { who: 'another network', env: { OPERATOR_NETWORKS: '10.0.0.0/8' }, headers: {} },
    { who: 'nobody at all', env: { OPERATOR_NETWORKS: 'off' }, headers: {} },
    { who: 'a proxy nobody named', env: {}, headers: { 'X-Forwarded-For': '127.0.0.1' } },
    {
      who: 'a visitor by a proxy that was named',
      env: { TRUST_PROXY: 'loopback' },
      headers: { 'X-Forwarded-For': '203.0.113.7' },
    },
  ])('$who', async ({ env, headers }) => {
    const { app } = await openSite({ env });
    const { body } = await request(app).get('/readyz?verbose').set(headers).expect(200);
    expect(body).toEqual(plain);
  });

  test('but an operator by a proxy that was named', async () => {
    const { app } = await openSite({ env: { TRUST_PROXY: 'loopback', OPERATOR_NETWORKS: '203.0.113.0/24' } });
    const { body } = await request(app).get('/readyz?verbose').set('X-Forwarded-For', '203.0.113.7');
    expect(body.checks).toEqual(well);
  });

  test('and without the word for operators too', async () => {
    const { app } = await openSite();
    expect((await request(app).get('/readyz').expect(200)).body).toEqual(plain);
  });
});
