import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteFile } from '#server/db/dialects/sqlite.ts';
import { swapSqlite } from '#server/operate/backup/restore/restore-sqlite.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { get, signedIn } from '../helpers/accounts.ts';
import { anAccount } from '../helpers/accounts.ts';
import { aStoredSite, anEmptyPlace, backupsIn, storedSiteAt, type StoredSite } from '../helpers/backups.ts';
import { aDrawing, anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { engines, temporaryFolder, type EngineName } from '../helpers/databases.ts';
import { openSite } from '../helpers/site.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ cover: 'media/spring.svg' }),
  'media/spring.svg': aDrawing,
};
const otherDrawing = aDrawing.replace('#86ad7f', '#123456');

interface BackedUp {
  site: StoredSite;
  /** The folder of the one backup. */
  backup: string;
}

async function aBackup(engine: EngineName): Promise<BackedUp> {
  const site = await aStoredSite(engine);
  await site.import(files);
  const dir = temporaryFolder();
  expect(await site.backup(dir)).toMatchObject({ code: 0, err: '' });
  return { site, backup: backupsIn(dir)[0] ?? '' };
}

/** All data of the site: an export, and the files of SQLite. */
async function everythingOf(site: StoredSite) {
  const { database } = site.config;
  const exported = await site.exported();
  const around = database.engine === 'sqlite' ? readdirSync(path.dirname(database.file)) : [];
  return { exported, around: around.filter((name) => name.startsWith('site.db')) };
}

test.for(engines)('a site on %s is replaced only when asked to', async (engine) => {
  const { site, backup } = await aBackup(engine);
  const former = await everythingOf(site);
  await site.import({ 'articles/summer.md': anArticle({ title: '夏天' }), 'media/new.svg': otherDrawing });
  const changed = await everythingOf(site);
  const { database } = site.config;
  if (database.engine === 'sqlite') chmodSync(database.file, 0o660);
  const refused = await site.restore(backup);
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(/already; --replace puts the backup in/),
  });
  expect(await everythingOf(site)).toEqual(changed);

  expect(await site.restore(backup, '--replace')).toMatchObject({ code: 0, err: '' });
  expect(await everythingOf(site)).toEqual(former);
  // The permissions of the file are kept.
  if (database.engine === 'sqlite') expect(statSync(database.file).mode & 0o777).toBe(0o660);
  // The picture that the backup does not know is removed by the site, a day later.
  const jobs = await site.inDatabase(({ read }) =>
    read.selectFrom('media_jobs').select(['file', 'run_at']).execute(),
  );
  const tomorrow = new Date(Date.now() + 23 * 3_600_000).toISOString();
  expect(jobs.filter(({ run_at }) => run_at > tomorrow)).toHaveLength(1);
});

test.for(engines)('a running site on %s is not replaced', async (engine) => {
  const { site, backup } = await aBackup(engine);
  await site.inDatabase(async () => {
    const refused = await site.restore(backup, '--replace');
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/; stop it, and restore then$/) });
  });
  expect(await site.restore(backup, '--replace')).toMatchObject({ code: 0 });
});

test('a backup of a newer schema is refused', async () => {
  const { site, backup } = await aBackup('sqlite');
  const former = await everythingOf(site);
  editManifest(backup, (manifest) => manifest.migrations.push('9001-of-tomorrow'));
  const refused = await site.restore(backup, '--replace');
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('migration(s) 9001-of-tomorrow; use'),
  });
  expect(await everythingOf(site)).toEqual(former);
});

test.for(engines)('a backup on %s of a later build that has only added is restored', async (engine) => {
  const site = await aStoredSite(engine);
  await site.import(files);
  const former = await site.exported();
  await site.inDatabase((db) =>
    writeTransaction(db, async (trx) => {
      await sql`insert into schema_migrations values ('9001-of-tomorrow', '')`.execute(trx);
      await sql`insert into schema_phases values ('9001-of-tomorrow', 'expand', 'version 9')`.execute(trx);
    }),
  );
  const dir = temporaryFolder();
  expect(await site.backup(dir)).toMatchObject({ code: 0, err: '' });
  expect(await site.restore(backupsIn(dir)[0] ?? '', '--replace')).toMatchObject({ code: 0, err: '' });
  expect(await site.exported()).toEqual(former);
});

test.for(engines)('a newer schema on %s is replaced by an older backup', async (engine) => {
  const { site, backup } = await aBackup(engine);
  await site.inDatabase((db) =>
    writeTransaction(db, async (trx) => {
      await sql`create table of_tomorrow (id text primary key, author text references authors(id))`.execute(
        trx,
      );
      await sql`insert into schema_migrations values ('9001-of-tomorrow', '')`.execute(trx);
    }),
  );
  await expect(site.exported()).rejects.toThrow(/newer than this version/);
  expect(await site.restore(backup, '--replace')).toMatchObject({ code: 0, err: '' });
  expect(Object.keys(await site.exported())).toHaveLength(3);
});

test('a damaged backup changes nothing, and says what is damaged', async () => {
  const { site, backup } = await aBackup('sqlite');
  const former = await everythingOf(site);
  const media = path.join(backup, 'media');
  const [name = ''] = readdirSync(media);
  const bytes = readFileSync(path.join(backup, 'site.db'));
  bytes.writeUInt8((bytes.readUInt8(5_000) + 1) % 256, 5_000);
  writeFileSync(path.join(backup, 'site.db'), bytes);
  appendFileSync(path.join(media, name), ' ');
  const place = await anEmptyPlace('sqlite');
  for (const target of [site, place]) {
    const refused = await target.restore(backup, '--replace');
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('2 file(s) are not what they were:');
    expect(refused.err).toContain('site.db has another sum');
    expect(refused.err).toMatch(new RegExp(`media/${name} has \\d+ bytes instead of \\d+`));
  }
  expect(await everythingOf(site)).toEqual(former);
  expect(readdirSync(place.dataDir)).toEqual([]);
});

test.for(engines)('nobody is signed in on %s after a restore, unless asked for', async (engine) => {
  const site = await openSite({ engine, files });
  await anAccount(site.services.db);
  const cookie = await signedIn(site.app);
  const { database, dataDir } = site.services.config;
  const dir = temporaryFolder();
  // Beside the running site.
  expect(await storedSiteAt(database, dataDir).backup(dir)).toMatchObject({ code: 0 });
  const ways = [
    { args: [], status: 303 },
    { args: ['--keep-sessions'], status: 200 },
  ];
  for (const { args, status } of engine === 'sqlite' ? ways : ways.slice(0, 1)) {
    const place = await anEmptyPlace(engine);
    const { code, out } = await place.restore(dir, ...args);
    expect(code).toBe(0);
    expect(out.includes('Everybody is signed out')).toBe(status === 303);
    const again = await openSite({ database: place.config.database });
    expect((await get(again.app, '/account', cookie)).status).toBe(status);
  }
});

test('a backup of the other engine, and what is none, are refused', async () => {
  const { backup } = await aBackup('sqlite');
  const place = storedSiteAt({ engine: 'postgres', url: 'postgres://127.0.0.1:1/none', poolSize: 1 });
  expect((await place.restore(backup)).err).toContain(
    'the backup is of sqlite, and DATABASE_URL names postgres',
  );
  expect((await place.backup(temporaryFolder())).err).toMatch(
    /^cannot use the database none at .+ DATABASE_URL\. No backup/,
  );
  const here = await anEmptyPlace('sqlite');
  expect((await here.restore(temporaryFolder())).err).toContain('is no backup and holds none');
  writeFileSync(path.join(backup, 'manifest.json'), '{');
  expect((await here.restore(backup)).err).toContain('it is damaged, or was made by a newer version');
  expect(readdirSync(here.dataDir)).toEqual([]);
});

test('a name in a backup leads to no other folder', async () => {
  const { site, backup } = await aBackup('sqlite');
  for (const name of ['media/../../site.db', 'media/./x', '/etc/passwd', 'media', 'other/x', 'media/a\\b']) {
    const kept = readFileSync(path.join(backup, 'manifest.json'));
    editManifest(backup, (manifest) => (manifest.files[name] = { bytes: 1, sha256: '' }));
    expect((await site.restore(backup, '--replace')).err).toContain('is not what this version writes');
    writeFileSync(path.join(backup, 'manifest.json'), kept);
  }
});

function editManifest(
  backup: string,
  edit: (manifest: { migrations: string[]; files: Record<string, unknown> }) => unknown,
): void {
  const file = path.join(backup, 'manifest.json');
  const manifest: Parameters<typeof edit>[0] = JSON.parse(readFileSync(file, 'utf8'));
  edit(manifest);
  writeFileSync(file, JSON.stringify(manifest));
}

test('a log that was left behind does not reach the restored database', async () => {
  const { site, backup } = await aBackup('sqlite');
  const { database } = site.config;
  if (database.engine !== 'sqlite') throw new Error('asked for SQLite');
  // State after a kill: the log is ahead of the file.
  const open = openSqliteFile(database.file, { readOnly: false });
  open.exec("update authors set name = '別人'");
  const wal = `${database.file}-wal`;
  copyFileSync(wal, `${wal}.kept`);
  open.close();
  rmSync(database.file);
  renameSync(`${wal}.kept`, wal);
  const place = storedSiteAt(database, site.dataDir);
  expect(await place.restore(backup)).toMatchObject({ code: 0 });
  const authors = await place.inDatabase(({ read }) => read.selectFrom('authors').select('name').execute());
  expect(authors).toEqual([{ name: '林知遠' }]);
});

test('a file that is no database any more is kept beside the restored one', async () => {
  const { site, backup } = await aBackup('sqlite');
  const { database } = site.config;
  if (database.engine !== 'sqlite') throw new Error('asked for SQLite');
  const former = await site.exported();
  writeFileSync(database.file, Buffer.alloc(10_000, 7));
  expect((await site.restore(backup)).err).toContain('cannot be read as a database');
  expect(await site.restore(backup, '--replace')).toMatchObject({ code: 0 });
  expect(statSync(`${database.file}.unreadable`).size).toBe(10_000);
  expect(await site.exported()).toEqual(former);
});

test('a database that came while a restore went on is left as it is, with its log', async () => {
  const dir = temporaryFolder();
  const [staged, file] = [path.join(dir, 'staged'), path.join(dir, 'site.db')];
  for (const [name, text] of [
    [staged, 'restored'],
    [file, 'new'],
    [`${file}-wal`, 'log'],
  ] as const)
    writeFileSync(name, text);
  const former = { lock: null, isUnreadable: false };
  await expect(swapSqlite(staged, file, former)).rejects.toThrow(/is there now: something was started/);
  expect(['', '-wal'].map((suffix) => readFileSync(file + suffix, 'utf8'))).toEqual(['new', 'log']);
});

test('who opened the former file a moment ago is refused', async () => {
  const { site, backup } = await aBackup('sqlite');
  const { database } = site.config;
  if (database.engine !== 'sqlite') throw new Error('asked for SQLite');
  const early = new DatabaseSync(database.file);
  onTestFinished(() => early.close());
  expect(await site.restore(backup, '--replace')).toMatchObject({ code: 0 });
  const names = early
    .prepare('select name from schema_migrations')
    .all()
    .map(({ name }) => name);
  expect(names).toContain('9999-replaced-by-a-restore');
});
