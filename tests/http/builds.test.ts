import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Clock } from '#server/base/clock.ts';
import { readConfig } from '#server/config/config.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { archiveBuild } from '#server/features/builds/build-archive.ts';
import { openServices } from '#server/services.ts';
import {
  engines,
  openTestDatabase,
  preparedDatabaseConfig,
  silentLog,
  temporaryFolder,
} from '../helpers/databases.ts';
import { aClockAt, openSite, testAssets } from '../helpers/site.ts';

const builtAt = 1_795_000_000_000;

/** The site as this build's process runs it, over a database that other builds have used. */
async function deploy(database: DatabaseConfig, id: string, assets: Record<string, string>, clock: Clock) {
  const clientDir = temporaryFolder();
  mkdirSync(path.join(clientDir, 'assets'));
  for (const [name, text] of Object.entries(assets))
    writeFileSync(path.join(clientDir, 'assets', name), text);
  const config = { ...readConfig({ SAMPLE_CONTENT: 'off', DATA_DIR: temporaryFolder() }), database };
  const services = await openServices(config, {
    clientDir,
    sampleContentDir: '',
    iconsDir: '',
    assets: { ...testAssets, buildId: id, builtAt },
    log: silentLog,
    clock,
  });
  onTestFinished(() => services.close());
  return createApp(services);
}

test('latest.json names the build that runs, and is asked for again each time', async () => {
  const { app } = await openSite();
  const response = await request(app).get('/builds/latest.json').expect(200);
  expect(response.body).toEqual({ id: 'test-build', timestamp: testAssets.builtAt });
  expect(response.headers['cache-control']).toBe('no-cache');
});

test('a build is described for ever, and one that never was is not found', async () => {
  const { app } = await openSite();
  const known = await request(app).get('/builds/meta/test-build.json').expect(200);
  expect(known.body).toEqual({ id: 'test-build', timestamp: testAssets.builtAt, prerendered: [] });
  expect(known.headers['cache-control']).toContain('immutable');
  for (const name of ['none.json', '__proto__.json', 'test-build', '..%2f..%2fmanifest.json']) {
    const unknown = await request(app).get(`/builds/meta/${name}`).set('Accept', 'application/json');
    expect.soft(unknown.status, name).toBe(404);
    expect.soft(unknown.headers['cache-control'], name).not.toContain('immutable');
  }
});

test.for(engines)('after a deploy on %s the files of the earlier build are still served', async (engine) => {
  const database = await preparedDatabaseConfig(engine);
  const clock = aClockAt('2026-11-01T00:00:00Z');
  await deploy(database, 'one', { 'page-AAAAAAAA.js': 'one()', 'site-AAAAAAAA.css': '.one{}' }, clock);
  const app = await deploy(database, 'two', { 'page-BBBBBBBB.js': 'two()' }, clock);

  const old = await request(app).get('/assets/page-AAAAAAAA.js').expect(200);
  expect(old.text).toBe('one()');
  expect(old.type).toBe('text/javascript');
  expect(old.headers['cache-control']).toContain('immutable');
  expect((await request(app).get('/assets/site-AAAAAAAA.css').expect(200)).type).toBe('text/css');
  await request(app).get('/assets/page-BBBBBBBB.js').expect(200);
  await request(app).get('/assets/page-CCCCCCCC.js').expect(404);
  await request(app).get('/builds/meta/one.json').expect(200);
});

test('files that no build of the last weeks had are dropped', async () => {
  const database = await preparedDatabaseConfig('sqlite');
  const old = { 'page-AAAAAAAA.js': 'one()', 'both-AAAAAAAA.js': 'both()' };
  await deploy(database, 'one', old, aClockAt('2026-09-01T00:00:00Z'));
  const next = { 'page-BBBBBBBB.js': 'two()', 'both-AAAAAAAA.js': 'both()' };
  await deploy(database, 'two', next, aClockAt('2026-10-01T00:00:00Z'));
  const app = await deploy(
    database,
    'three',
    { 'page-CCCCCCCC.js': 'three()' },
    aClockAt('2026-10-20T00:00:00Z'),
  );
  await request(app).get('/assets/page-AAAAAAAA.js').expect(404);
  await request(app).get('/builds/meta/one.json').expect(404);
  // The second build had it too.
  await request(app).get('/assets/both-AAAAAAAA.js').expect(200);
  await request(app).get('/assets/page-BBBBBBBB.js').expect(200);
});

test('of too many files the oldest are dropped, and never those of the build that runs', async () => {
  const db = await openTestDatabase('sqlite');
  const archive = async (id: string, names: string[], day: string) => {
    const dir = temporaryFolder();
    for (const name of names) writeFileSync(path.join(dir, name), 'x'.repeat(100));
    const nowMs = Date.parse(day);
    const retention = { days: 30, bytes: 350 };
    await archiveBuild(db, { id, timestamp: nowMs }, dir, { nowMs, retention });
    const kept = await db.read.selectFrom('build_assets').select('name').orderBy('name').execute();
    return kept.map(({ name }) => name[0]);
  };
  expect(await archive('one', ['a-AAAAAAAA.js', 'b-AAAAAAAA.js'], '2026-11-01')).toEqual(['a', 'b']);
  expect(await archive('two', ['b-AAAAAAAA.js', 'c-AAAAAAAA.js'], '2026-11-02')).toEqual(['a', 'b', 'c']);
  expect(await archive('three', ['d-AAAAAAAA.js', 'e-AAAAAAAA.js'], '2026-11-03')).toHaveLength(3);
  const many = ['f', 'g', 'h', 'i', 'j'].map((letter) => `${letter}-AAAAAAAA.js`);
  expect(await archive('four', many, '2026-11-04')).toEqual(['f', 'g', 'h', 'i', 'j']);
});
