import { readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { findDifferences } from '#server/operate/backup/make/content-sums.ts';
import { readManifest } from '#server/operate/backup/manifest.ts';
import { verifyBackup } from '#server/operate/backup/verify-backup.ts';
import { anAccount } from '../helpers/accounts.ts';
import { aStoredSite, anEmptyPlace, backupsIn, storedSiteAt } from '../helpers/backups.ts';
import { aDrawing, anArticle, anAuthor, aProduct, storedContent, type Files } from '../helpers/content.ts';
import { aDraft } from '../helpers/drafts.ts';
import { engines, newDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ products: ['baozhong'], cover: 'media/spring.svg' }, '春天的\\.茶\n\n$$'),
  'products/baozhong.md': aProduct(),
  'media/spring.svg': aDrawing,
  'site.yaml': 'name: 青葉\n',
};

test.for(engines)('a backup on %s restores to the same site elsewhere', async (engine) => {
  const site = await aStoredSite(engine);
  await site.import(files);
  const account = await site.inDatabase(async (db) => {
    await aDraft(db, 'articles/summer', '---\ntitle: 夏天\n---\n');
    return anAccount(db);
  });
  const dir = temporaryFolder();
  const made = await site.backup(dir, '--verify');
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(
    /^Restored beside and compared: 5 files .+\nBackup in .+, 1 files of pictures .+ s\.$/,
  );
  const [backup = ''] = backupsIn(dir);
  for (const name of readdirSync(backup, { recursive: true, encoding: 'utf8' })) {
    const { mode } = statSync(path.join(backup, name));
    expect(mode & 0o077, name).toBe(0);
  }

  const place = await anEmptyPlace(engine);
  expect(await place.restore(dir)).toMatchObject({ code: 0, err: '' });
  expect(await place.exported()).toEqual(await site.exported());
  const [stored, restored] = [site, place].map(({ inDatabase }) =>
    inDatabase(async (db) => ({
      content: await storedContent(db.read),
      accounts: await db.read.selectFrom('accounts').selectAll().execute(),
      drafts: await db.read.selectFrom('drafts').selectAll().execute(),
    })),
  );
  expect(await restored).toEqual(await stored);
  expect((await restored)?.accounts).toMatchObject([{ id: account.id }]);
  expect((await restored)?.drafts).toHaveLength(1);
});

test.for(engines)('a backup on %s that restores to other content does not pass --verify', async (engine) => {
  const site = await aStoredSite(engine);
  await site.import(files);
  const dir = temporaryFolder();
  expect(await site.backup(dir)).toMatchObject({ code: 0 });
  const [backup = ''] = backupsIn(dir);
  await site.import({ 'articles/spring.md': anArticle({ title: '別的春茶' }), 'site.yaml': 'name: 別的\n' });
  const lines: string[] = [];
  const verify = await verifyBackup(site.config, silentLog, { dir, out: (line) => lines.push(line) });
  await expect(verify(backup, await readManifest(backup))).rejects.toThrow(
    'differs from the site in 2 file(s) of an export, such as articles/spring.md, site.yaml',
  );
  expect(lines).toEqual([]);
  // Nothing is left of what was restored beside.
  expect(backupsIn(dir)).toEqual([backup]);
});

test('backups share pictures with each other, and not with the site', async () => {
  const site = await aStoredSite('sqlite');
  await site.import(files);
  const dir = temporaryFolder();
  for (let n = 0; n < 3; n += 1) expect((await site.backup(dir, '--keep', '2')).code).toBe(0);
  const backups = backupsIn(dir);
  expect(backups).toHaveLength(2);
  const [name = ''] = readdirSync(path.join(site.dataDir, 'media'));
  const inodes = [site.dataDir, ...backups].map((folder) => statSync(path.join(folder, 'media', name)).ino);
  expect(inodes[1]).toBe(inodes[2]);
  expect(inodes[0]).not.toBe(inodes[1]);

  // A picture that was made anew is another file.
  await site.import({ 'media/spring.svg': aDrawing.replace('#86ad7f', '#123456') });
  const changed = await site.backup(dir, '--keep', '1');
  expect(changed.out).toMatch(/2 files of pictures, 1 of them shared .+\nRemoved .+: 1 are kept\.$/s);
  const place = await anEmptyPlace('sqlite');
  expect(await place.restore(dir)).toMatchObject({ code: 0 });
  expect(await place.exported()).toEqual(await site.exported());
});

test('a picture that is missing is told, and one that cannot be read fails', async () => {
  const site = await aStoredSite('sqlite');
  await site.import(files);
  const media = path.join(site.dataDir, 'media');
  const [name = ''] = readdirSync(media);
  rmSync(path.join(media, name));
  const dir = temporaryFolder();
  const missing = await site.backup(dir);
  expect(missing.code).toBe(0);
  expect(missing.err).toBe(`1 file(s) the database names, and the site does not have: media/${name}`);

  symlinkSync(name, path.join(media, name));
  const unreadable = await site.backup(dir, '--keep', '1');
  expect(unreadable.code).toBe(1);
  expect(unreadable.err).toBe(`1 file(s) could not be read, and the backup does not have: media/${name}`);
  // The older one may still have it.
  expect(backupsIn(dir)).toHaveLength(2);
});

test('a folder from which backups would be lost or seen is refused', async () => {
  const site = await aStoredSite('sqlite');
  await site.import(files);
  for (const [folder, reason] of [
    ['media/backups', 'of which visitors may ask for every file'],
    ['originals', 'holds files of the site'],
    ['.', 'holds files of the site'],
  ] as const) {
    const refused = await site.backup(path.join(site.dataDir, folder));
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain(reason);
  }
  const inside = await site.backup(path.join(site.dataDir, 'backups'));
  expect(inside).toMatchObject({ code: 0 });
  expect(inside.err).toContain('is in DATA_DIR');
  const file = await site.backup(path.join(site.dataDir, 'backups/.lock'));
  expect(file).toMatchObject({ code: 1, err: expect.stringMatching(/^cannot use the folder .+$/) });
});

test('arguments that are not understood are answered with the usage', async () => {
  const site = await aStoredSite('sqlite');
  for (const args of [[], ['a', 'b'], ['a', '--keep', '0'], ['a', '--keep', 'all'], ['a', '--kep=1']])
    expect(await site.backup(...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Usage:\nbackup'),
    });
  for (const args of [[], ['a', 'b'], ['a', '--force']])
    expect(await site.restore(...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Usage:\nrestore'),
    });
});

test('what is no site, or not there, is not backed up', async () => {
  const dir = temporaryFolder();
  const nowhere = await anEmptyPlace('sqlite');
  expect(await nowhere.backup(dir)).toMatchObject({
    code: 1,
    err: expect.stringContaining('there is no database at'),
  });
  const { database } = nowhere.config;
  if (database.engine !== 'sqlite') throw new Error('asked for SQLite');
  rmSync(path.join(dir, '.lock'));
  expect(readdirSync(dir)).toEqual([]);
});

test.for(engines)('a backup on %s is of one moment, whoever writes meanwhile', async (engine) => {
  const site = await aStoredSite(engine);
  await site.import(files);
  const dir = temporaryFolder();
  const made = await site.inDatabase(async (db) => {
    let isOver = false;
    onTestFinished(() => void (isOver = true));
    let [begun, acknowledged] = [0, 0];
    // Both rows say the same at every moment.
    const writing = (async () => {
      while (!isOver) {
        const summary = `${(begun += 1)}`;
        await writeTransaction(db, async (trx) => {
          await trx.updateTable('products').set({ summary }).execute();
          await trx.updateTable('articles').set({ summary }).execute();
        });
        acknowledged = begun;
        // SQLite answers at once, and the backup must have its turns.
        await nextTurn();
      }
    })();
    const moments: { from: number; to: number }[] = [];
    for (let n = 0; n < 2; n += 1) {
      const before = acknowledged;
      await expect.poll(() => acknowledged).toBeGreaterThan(before + 1);
      const from = acknowledged;
      expect(await site.backup(dir)).toMatchObject({ code: 0, err: '' });
      moments.push({ from, to: begun });
    }
    isOver = true;
    await writing;
    return moments;
  });
  for (const [n, backup] of backupsIn(dir).entries()) {
    const place = storedSiteAt(await newDatabaseConfig(engine));
    expect(await place.restore(backup)).toMatchObject({ code: 0 });
    const [article, product] = await place.inDatabase(async ({ read }) => [
      await read.selectFrom('articles').select('summary').executeTakeFirstOrThrow(),
      await read.selectFrom('products').select('summary').executeTakeFirstOrThrow(),
    ]);
    expect(article).toEqual(product);
    expect(Number(article?.summary)).toBeGreaterThanOrEqual(made[n]?.from ?? NaN);
    expect(Number(article?.summary)).toBeLessThanOrEqual(made[n]?.to ?? NaN);
  }
});

test('a difference that nobody made meanwhile is found', () => {
  const before = new Map([
    ['a', '1'],
    ['b', '1'],
    ['c', '1'],
    ['d', '1'],
  ]);
  const after = new Map([
    ['a', '1'],
    ['b', '2'],
    ['c', '1'],
    ['e', '1'],
  ]);
  const restored = (...entries: [string, string][]) =>
    findDifferences({ before, after, restored: new Map(entries) });
  expect(restored(['a', '1'], ['b', '1.5'], ['c', '1'], ['d', '1'])).toEqual([]);
  expect(restored(['a', '1'], ['b', '2'], ['c', '1'], ['e', '1'])).toEqual([]);
  expect(restored(['a', '2'], ['b', '2'], ['f', '1'])).toEqual(['a', 'c', 'f']);
});
