import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { PostgresConfig } from '#server/config/config-database.ts';
import { startTool, untilEnded } from '#server/operate/backup/postgres-tools.ts';
import { readManifest, toManifest } from '#server/operate/backup/manifest.ts';
import { sumOf } from '#server/media/store/sums.ts';
import { aStoredSite, anEmptyPlace, backupsIn, storedSiteAt } from '../helpers/backups.ts';
import { anAuthor } from '../helpers/content.ts';
import { engines, newDatabaseConfig, temporaryFolder } from '../helpers/databases.ts';

const files = { 'authors/lin.md': anAuthor() };

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A role that may do nothing but what its own databases allow. */
async function aPlainRole(): Promise<string> {
  const role = `qingye_plain_${randomUUID().slice(0, 8)}`;
  const server = await connect(inject('postgresUrl') ?? '');
  await server.query(`create role ${role} login`);
  onTestFinished(async () => void (await server.query(`drop role ${role}`)));
  return role;
}

/** An empty database of the role, where it looks in the schema `site`. */
async function aDatabaseOf(role: string) {
  const config = await newDatabaseConfig('postgres');
  if (config.engine !== 'postgres') throw new Error('asked for PostgreSQL');
  const admin = await connect(config.url);
  const name = new URL(config.url).pathname.slice(1);
  await admin.query(`alter database ${name} owner to ${role}`);
  await admin.query(`alter database ${name} set search_path = site, public`);
  const url = new URL(config.url);
  url.username = role;
  const own: PostgresConfig = { ...config, url: url.href };
  return { admin, site: storedSiteAt(own), end: () => admin.end() };
}

describe.runIf(engines.includes('postgres'))('a backup of PostgreSQL', () => {
  test('by an earlier version, whose dump is a folder, is restored', async () => {
    const former = await aStoredSite('postgres');
    await former.import(files);
    const dir = temporaryFolder();
    expect(await former.backup(dir)).toMatchObject({ code: 0, err: '' });
    const [backup = ''] = backupsIn(dir);
    const dump = path.join(backup, 'database');
    const { database } = former.config;
    if (database.engine !== 'postgres') throw new Error('asked for PostgreSQL');
    const dumping = startTool(
      'pg_dump',
      ['--format=directory', '--compress=0', '--file', dump],
      database.url,
    );
    expect(await untilEnded(dumping)).toMatchObject({ code: 0 });
    rmSync(path.join(backup, 'database.dump'));
    const { files: named, ...facts } = await readManifest(backup);
    // The backup itself has been recorded in the database since.
    const tables = { ...facts.tables, operations: (facts.tables['operations'] ?? 0) + 1 };
    const { 'database.dump': _, ...kept } = named;
    for (const name of readdirSync(dump)) kept[`database/${name}`] = await sumOf(path.join(dump, name));
    writeFileSync(path.join(backup, 'manifest.json'), toManifest({ ...facts, tables, files: kept }));

    const place = await anEmptyPlace('postgres');
    expect(await place.restore(dir)).toMatchObject({ code: 0, err: '' });
    expect(await place.exported()).toEqual(await former.exported());
  });

  test('has the site, whatever else is in the database', async () => {
    const former = await aStoredSite('postgres');
    await former.import(files);
    const { database } = former.config;
    if (database.engine !== 'postgres') throw new Error('asked for PostgreSQL');
    const admin = await connect(database.url);
    await admin.query(`create schema warehouse; create table warehouse.articles (id int);
      insert into warehouse.articles select generate_series(1, 10);
      select lo_from_bytea(0, 'a large object'), lo_from_bytea(0, '')`);
    const dir = temporaryFolder();
    expect(await former.backup(dir, '--verify')).toMatchObject({ code: 0, err: '' });
    const place = await anEmptyPlace('postgres');
    expect(await place.restore(dir)).toMatchObject({ code: 0, err: '' });
    expect(await place.exported()).toEqual(await former.exported());
  });

  test('restores to a schema of its own, beside what an administrator has installed', async () => {
    const role = await aPlainRole();
    const former = await aDatabaseOf(role);
    await former.admin.query(
      `create schema site authorization ${role}; create extension pg_trgm schema public`,
    );
    await former.site.import(files);
    const dir = temporaryFolder();
    expect(await former.site.backup(dir)).toMatchObject({ code: 0, err: '' });
    const exported = await former.site.exported();

    // Another role's connection, of which this one may see only the name.
    const running = await former.site.restore(dir, '--replace');
    expect(running).toMatchObject({ code: 1, err: expect.stringContaining('1 other connection(s)') });
    await former.end();
    expect(await former.site.restore(dir, '--replace')).toMatchObject({ code: 0, err: '' });
    expect(await former.site.exported()).toEqual(exported);

    const place = await aDatabaseOf(role);
    await place.end();
    expect(await place.site.restore(dir)).toMatchObject({ code: 0, err: '' });
    expect(await place.site.exported()).toEqual(exported);

    const elsewhere = await aDatabaseOf(role);
    await elsewhere.admin.query(`alter database ${elsewhere.admin.database} set search_path = public`);
    await elsewhere.end();
    expect(await elsewhere.site.restore(dir)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /tables in the schema site, and the role of DATABASE_URL looks in public first/,
      ),
    });
  });

  test('takes away what a killed --verify of this site has left, and nothing of another', async () => {
    const site = await aStoredSite('postgres');
    await site.import(files);
    if (site.config.database.engine !== 'postgres') throw new Error('asked for PostgreSQL');
    const client = await connect(site.config.database.url);
    const { rows } = await client.query('select oid from pg_database where datname = current_database()');
    const [left, other] = [
      `qingye_verify_${rows[0].oid}_0000dead`,
      `qingye_verify_1_${randomUUID().slice(0, 8)}`,
    ];
    for (const name of [left, other]) await client.query(`create database ${name}`);
    onTestFinished(async () => void (await client.query(`drop database ${other}`)));
    expect(await site.backup(temporaryFolder(), '--verify')).toMatchObject({ code: 0, err: '' });
    const found = await client.query(`select datname from pg_database where datname = any($1)`, [
      [left, other],
    ]);
    expect(found.rows).toEqual([{ datname: other }]);
  });
});
