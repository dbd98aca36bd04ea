import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { openSide } from '#server/operate/move/sides/open-side.ts';
import { compareRows } from '#scripts/tools/database-sums.ts';
import { anAccount, get, post, signedIn } from '../helpers/accounts.ts';
import { anArticle, anAuthor, aProduct } from '../helpers/content.ts';
import { openTestDatabase } from '../helpers/databases.ts';
import { editedFiles, openEditedSite } from '../helpers/edited-site.ts';
import { emptyDatabaseConfig, moveSite, openVisitors, readOwnSchema, ways } from '../helpers/moves.ts';
import { idsOf, problemsOfIndex } from '../helpers/search.ts';
import { openSite, type TestSite } from '../helpers/site.ts';

/** Actions of editors, visitors and an operator during a move. */
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
      // Dependent rows are removed with it, by the database itself.
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
    expect(rows).toBeGreaterThan(100);
    const db = await openVisitors(target);
    expect(await readOwnSchema(db)).toEqual(await readOwnSchema(await openTestDatabase(to)));
    expect(await problemsOfIndex(db)).toEqual([]);
    expect(await idsOf(db, 'articles', '霧社')).toEqual(['late']);
    expect(await idsOf(db, 'articles', '陳新名')).toEqual(['spring-2', 'autumn']);
  });

  test('the site goes on in the new database', async () => {
    const site = await openEditedSite({ engine: from });
    const target = await emptyDatabaseConfig(to);
    await moveSite(site, target, { pages: 0 });
    const { services } = site;
    const env = { DATA_DIR: services.config.dataDir };
    const moved = await openSite({ database: target, env, clock: services.clock });
    // Existing sessions are still valid.
    expect((await get(moved.app, '/account', site.cookie)).text).toContain('lin@example.com');
    expect((await post(moved.app, '/account/saved', { save: 'article:spring' }, site.cookie)).status).toBe(
      303,
    );
    await signedIn(moved.app);
    expect((await get(moved.app, '/product/info/p3')).text).toBe(
      (await get(site.app, '/product/info/p3')).text,
    );
    const before = await get(moved.app, '/product');
    await moved.import({
      ...editedFiles,
      'products/new.md': aProduct({ name: '搬家後的茶', publishedAt: '2026-02-01T08:00:00+08:00' }),
    });
    // PostgreSQL notifies a moment later.
    await expect.poll(async () => (await get(moved.app, '/product')).text).toContain('搬家後的茶');
    expect(before.text).not.toContain('搬家後的茶');
    expect(await idsOf(moved.services.db, 'products', '搬家後')).toEqual(['new']);
  });
});

test('a page that differs in the new database ends the move', async () => {
  const site = await openEditedSite();
  const target = await emptyDatabaseConfig(ways[0]?.[1] ?? 'sqlite');
  const onStep = async (step: string) => {
    if (step !== 'indexed') return;
    const side = await openSide(target);
    await side.run(`update products set name = name || '?' where id = 'p9'`);
    await side.close();
  };
  await expect(moveSite(site, target, { onStep })).rejects.toThrow(/^Pages differ .* such as \/\S*: /);
  expect((await post(site.app, '/account/saved', { save: 'article:spring' }, site.cookie)).status).toBe(303);
});

test('a site whose schema another build has changed stays where it is', async () => {
  const site = await openEditedSite({ engine: 'sqlite' });
  const { db } = site.services;
  await sql`insert into schema_migrations values ('9001-of-tomorrow', '')`.execute(db.write);
  await sql`insert into schema_phases values ('9001-of-tomorrow', 'expand', 'version 9')`.execute(db.write);
  const target = await emptyDatabaseConfig('sqlite');
  await expect(moveSite(site, target)).rejects.toThrow(
    /has 9001-of-tomorrow, which this version does not know: move with the version that the site runs/,
  );
});
