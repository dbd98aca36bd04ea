import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase, openForVisitors, writeTransaction, type Database } from '#server/db/open-database.ts';
import type { DatabaseConfig } from '#server/config.ts';
import { compareRows } from '#scripts/tools/database-sums.ts';
import { anAccount, get, post, signedIn } from '../helpers/accounts.ts';
import { anArticle, anAuthor, aProduct } from '../helpers/content.ts';
import { openTestDatabase, silentLog } from '../helpers/databases.ts';
import { editedFiles, openEditedSite } from '../helpers/edited-site.ts';
import { emptyDatabaseConfig, moveSite, ways } from '../helpers/moves.ts';
import { idsOf, problemsOfIndex } from '../helpers/search.ts';
import { openSite, type TestSite } from '../helpers/site.ts';
import { readSchema } from '../store/landed/read-schema.ts';

async function openVisitors(config: DatabaseConfig): Promise<Database> {
  const db = await openForVisitors(config, silentLog);
  onTestFinished(() => db.close());
  return db;
}

/** Without the index of search, which is named otherwise once it was made anew. */
async function readOwnSchema(db: Database): Promise<string[]> {
  const lines = await readSchema(db);
  return lines.filter(
    (line) => !/search_(?:articles|authors|pages|products)_?/.test(line) || line.startsWith('trigger'),
  );
}

/** As editors, visitors and an operator do while a site is moved. */
function disturb(site: TestSite, cookie: string) {
  const { db } = site.services;
  const write = (statement: string) => writeTransaction(db, (trx) => sql.raw(statement).execute(trx));
  return {
    noted: async () => {
      await site.import({ 'products/p1.md': aProduct({ name: '改名的茶' }), 'products/late.md': aProduct() });
      await write(`update articles set id = 'spring-2' where id = 'winter'`);
    },
    copied: async () => {
      await anAccount(db, { email: 'gone@example.com' });
      await signedIn(site.app, 'gone@example.com');
      await write(`delete from products where id = 'p3'`);
      // Each takes the address that the other has.
      await anAccount(db, { email: 'a@example.com', name: '甲' });
      await anAccount(db, { email: 'b@example.com', name: '乙' });
    },
    indexed: async () => {
      await site.import({
        'authors/chen.md': anAuthor({ name: '陳新名' }),
        'articles/late.md': anArticle({ title: '遲來的霧社茶' }),
        'articles/autumn.md': anArticle({ title: '秋茶', author: 'chen', tags: ['秋'] }),
      });
      await writeTransaction(db, async (trx) => {
        await sql`update accounts set email = 'c@example.com' where email = 'a@example.com'`.execute(trx);
        await sql`update accounts set email = 'a@example.com' where email = 'b@example.com'`.execute(trx);
        await sql`update accounts set email = 'b@example.com' where email = 'c@example.com'`.execute(trx);
      });
    },
    compared: async () => {
      // What belongs to it goes with it, by the database's own doing.
      await write(`delete from accounts where email = 'gone@example.com'`);
      await site.import({ 'site.yaml': 'name: 新刊名\n' });
      expect((await post(site.app, '/account/saved', { save: 'article:late' }, cookie)).status).toBe(303);
    },
  };
}

describe.for(ways)('from %s to %s', ([from, to]) => {
  test('a site is moved whole while it writes', async () => {
    const site = await openEditedSite({ engine: from });
    const target = await emptyDatabaseConfig(to);
    const { cookie, services } = site;
    const disturbances: Partial<Record<string, () => Promise<void>>> = disturb(site, cookie);
    const report = await moveSite(site, target, { onStep: (step) => disturbances[step]?.() });
    expect(report?.followed).toBeGreaterThan(20);
    expect(report?.pages).toBeGreaterThan(40);

    const { different, rows } = await compareRows(services.config.database, target);
    expect(different).toEqual([]);
    expect(rows).toBeGreaterThan(150);
    const db = await openVisitors(target);
    expect(await readOwnSchema(db)).toEqual(await readOwnSchema(await openTestDatabase(to)));
    expect(await problemsOfIndex(db)).toEqual([]);
    expect(await idsOf(db, 'articles', '霧社')).toEqual(['late']);
    expect(await idsOf(db, 'articles', '陳新名')).toEqual(['autumn', 'spring-2']);
  });

  test('the site goes on in the new database', async () => {
    const site = await openEditedSite({ engine: from });
    const target = await emptyDatabaseConfig(to);
    await moveSite(site, target, { pages: 0 });
    const { services } = site;
    const env = { DATA_DIR: services.config.dataDir };
    const moved = await openSite({ database: target, env, clock: services.clock });
    // Who was signed in still is.
    expect((await get(moved.app, '/account', site.cookie)).text).toContain('lin@example.com');
    expect((await post(moved.app, '/account/saved', { save: 'article:spring' }, site.cookie)).status).toBe(
      303,
    );
    await signedIn(moved.app);
    const before = await get(moved.app, '/product');
    await moved.import({ ...editedFiles, 'products/new.md': aProduct({ name: '搬家後的茶' }) });
    expect((await get(moved.app, '/product')).text).toContain('搬家後的茶');
    expect(before.text).not.toContain('搬家後的茶');
    expect((await get(moved.app, '/product/info/p3')).text).toBe(
      (await get(site.app, '/product/info/p3')).text,
    );
    expect(await idsOf(moved.services.db, 'products', '搬家後')).toEqual(['new']);
  });
});

const everyStep = ['claimed', 'noted', 'copied', 'indexed', 'compared', 'closed', 'filled'] as const;

describe.for(ways)('a move from %s to %s that is cut off', ([from, to]) => {
  test('leaves the site where it is, and can be done again', async () => {
    const site = await openEditedSite({ engine: from });
    const target = await emptyDatabaseConfig(to);
    const { db } = site.services;
    for (const [index, last] of everyStep.entries()) {
      const cut = (step: string) => {
        if (step === last) throw new Error('cut off');
      };
      const isAgain = index > 0;
      await expect(moveSite(site, target, { onStep: cut, isAgain, pages: 0 }), last).rejects.toThrow(
        'cut off',
      );
      expect(
        (await post(site.app, '/account/saved', { save: `article:x${index}` }, site.cookie)).status,
        last,
      ).toBe(303);
      await (await openDatabase(site.services.config.database, silentLog)).close();
      await expect(openDatabase(target, silentLog), last).rejects.toThrow(/is being filled/);
    }
    // Nothing is left of it in the site's own database.
    expect(await readOwnSchema(db)).toEqual(await readOwnSchema(await openTestDatabase(from)));
    await expect(moveSite(site, target)).rejects.toThrow(/--again/);
    await moveSite(site, target, { isAgain: true, pages: 0 });
    expect((await compareRows(site.services.config.database, target)).different).toEqual([]);
    expect(await readOwnSchema(await openVisitors(target))).toEqual(
      await readOwnSchema(await openTestDatabase(to)),
    );
  });

  test('is finished by the same command once the source was left', async () => {
    const site = await openEditedSite({ engine: from });
    const target = await emptyDatabaseConfig(to);
    const onStep = (step: string) => {
      if (step === 'left') throw new Error('cut off');
    };
    await expect(moveSite(site, target, { onStep, pages: 0 })).rejects.toThrow('cut off');
    await expect(openDatabase(site.services.config.database, silentLog)).rejects.toThrow(/was moved/);
    await expect(openDatabase(target, silentLog)).rejects.toThrow(/is being filled/);
    expect(await moveSite(site, target)).toBeNull();
    await (await openDatabase(target, silentLog)).close();
    expect((await compareRows(site.services.config.database, target)).different).toEqual([]);
  });
});
