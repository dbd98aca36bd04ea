import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { migrate, repeatables } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations.ts';
import { openDatabase, openForVisitors, type Database } from '#server/db/open/open-database.ts';
import { hashOf } from '#server/db/triggers/repeatable.ts';
import { tags } from '#server/freshness/tags.ts';
import { watchedTags } from '../helpers/watched-tags.ts';
import { engines, isPooled, openTestDatabase, silentLog, type EngineName } from '../helpers/databases.ts';
import { newLandedDatabase, runStatements } from './landed/landed-database.ts';
import { readSchema } from './landed/read-schema.ts';

/** The SHA-256 of each file, in hexadecimal digits. */
const landed: Readonly<Record<string, string>> = {
  '0001-content': 'a603a982d8fa5eab62f3b836460223686cb00c8323ddfa13717db22b3015750b',
  '0002-builds': '600b70b977c82f1ce6ef25e1671b63bc5b883540ca7bdff4471232e71d236f90',
  '0003-accounts': 'be2fb4f0c51e90552460801b3c438ae672cf94d694af01322253473d7f4dd764',
  '0004-pictures': '35192f6026be1a22a500952142810d3f9347df4cb0c78fc35990694c0cc47ee6',
  '0005-lists': '07b489befbd3c7412546823972c8930a0e13c5132bd9ec331cf20ff2453dfcf0',
  '0006-changes': '49c798ced2f02d76531b5be201fca5375fbdecf4e7015f1387ebda7298b996ef',
  '0007-pages': 'f3492b766fb0d5ae868423d0fb5d9604b34cf09d6d19c2aeef2e2188cacae63a',
  '0008-editing': 'f77c6c3c77eb80c8819ee69f017e65bf4601f4f56bd4cdbea25d4da2e5e8040e',
  '0009-account-links': 'f68449e73666e40716230f8b1bf2cc604b39feb0d7f3df8d950eb984cdc55d57',
  '0010-article-tags': '47cd2afa3ba5050ee5d220f9b88980c841bf92c4a9e6ed77bdb266d66eb11184',
  '0011-search': 'bcdc1eb2028913a411eeb80eb759418ddc8064b906565713a9c7e99fd4f56a57',
  '0012-search-misses': '6eafa4227f48ae2f14d4efb37b86bd8c02a414214a9468338208e16beef10243',
  '0013-sitemap-entries': '5574171446eace0117c74182dbca27a467bddb133a3713bb3e5d135c82425b6c',
  '0014-search-pending': 'a2f4d11c5d6d6333e56273be2069413f316aa79b57594a3e13eb9892895fb3c0',
  '0015-rasters-of-drawings': '708a2eeb331296f9dd371794de7c2aa96df3c8db2edb8c329b40876112eac208',
  '0016-picture-tones': '264cf81dcb9ab3daf664c8eb09c739e56770da7ae45cfffe1779275ad64d7b15',
  '0017-title-fonts': 'd5fdb71f8678fbf656a0797002a4f9fd9c8af786895fc9fc63cea9ff6b003ece',
  '0018-changes-on-postgres': 'bdcc77ff7817af0b208ff7bd2ec792dbf06e372fc89a612c72d93a73803b58b0',
  '0019-operations': 'c02f3400978e2dffc85d6dd3c52ac932e3e60bafd588ff6a677578c352ea565f',
  '0022-edge-purges': '436ca70df95f749b7757aa6a77fc49686e1c713594df87aab30d0e612788eeba',
  '0023-sharing-cards': '6850d0243d432dbd9aabd1ab7f3703b73967c78350ee1d5401215d79da2fef65',
  '0024-search-tiers': 'a079a2c7f6917f471ca230712276db50c552b0b223b06db4c4733b88024b2e99',
  '0025-search-periods': '58ac0e37a59589151577257d185f8b2e42641dcb84335f22e6749407e6bfbcfb',
  '0026-search-without-periods': 'dd2be85fd4713cb5d68ac40eb93f3cf9f913d693db358fa5fa74ff7e0d732150',
  '0027-lost-mentions': '2e27ab9a5b87a159b840f0ca84a81f3f4e11c9b331a095bc6510decdcd870448',
  '0028-sitemap-indexes': '05deb68774e3214c68fddbd87acd968261c2cdbf1e151bb47b2c13388ff7d507',
  '0029-no-sitemap-entries': 'ba09690c1494b63558b10a1f5af78106f6f50d6a85304978059fc1afeab04903',
  '0030-stock-key': 'd852a24b02c85799d405c52b9c1326abadd1f0f2e5946d45cbcad8cccb71badc',
  '0030-stock-key-filled': 'c451ff3e740fe95eacb712c07245c07cd2ac4a439cd0d69a8652646832fccd83',
  '0030-stock-key-indexes': '708f350a3cd6e58b7c898223eac80b3f8006db2677796b8cfefb2f2ddeaeb808',
  '0031-categories': 'c2290e41ac6b018b4ac9f8f3660d26e355852fd95c995fdfb940dbadd99fab0a',
  '0031-product-categories': '6fcbf4fb7640fa1a452551f4c43e571e2d624fe4688cdbd84da8a7b55edc6c36',
  '0032-product-categories-filled': '1836d510a03172ad03bf8d820c5a1b13fd7ee47d183857caeed6b44de1681adb',
  '0032-products-of-category': 'f99a70197aa58e325b209362dc439f7f5b6552416417cc4ba1a4f87f6f8dc68d',
  '0032-without-orders-of-category': 'b3445b9da8dce7032aa13a5f9459e3020cb6e4f57acb0110a354f40608fa00eb',
  '0034-offers': 'e480047d727cb89d31d14678106212b0f1fc1d56f8264ce448e1fff092024839',
  '0035-fill-offers': 'fb7d6e5e703db72c03758cae5ddc2a08d763e3f57318dd8d8d1ddabab1f98497',
  '0036-offer-changes': 'fa2031f22fda867ce4c0d2a8122ea1a721d13653a6f1e17d4aca8dd5fb2adb24',
  '0037-product-details': '06afd995880e5cf09fa22ea69af715094cf1d7dc6ee8a5551bb0e88648bc7852',
  '0038-product-downloads': 'eb75932c74b9c22efec0dee989121e9b59f361f951f7110fd1972cf3ce2b1fb2',
  '0039-filters-of-category': '3dde5ead87fc35a22dab94688ac2562d02a664343980ecca3054482e7cc6e166',
  '0040-table-of-category': 'a8bc023dde7d87f9c43b9639e4e84fc303290605ae02e630b1c7e81fcb6e40c3',
  '0041-prices-in-categories': 'f7afb435ae8897ac8a644d30504359447c07b5971a373fff780c334080f3fa66',
  '0042-media-library': '597f6fa830887b1907bd7ecae445ce8505903f105885aff4320d3c078eaace9c',
  '0042-media-library-indexes': '78da5912d11a5ea873d9221ca86d5c16c72a2fe967564b9e9dbe54dbf25a6efe',
  '0043-autosaves': 'd40cd39675e27d00290455e5b76dedc82de876b6f0d29c7ca00f5f9d34094c8c',
  '0044-scheduled-changes': '334e76620991b27e8f96914518f17ccf78e85803841f15209c12df9b86a65d34',
  '0045-role-of-authors': '5cd1b54b9cc522cd4500b9eeb9f572ffe1b7c1dd18c4e4b897d4051b0a393e07',
  '0046-makers-of-entries': '422002502f047d3448597a7ec16158a5ae1583c4433a3d1e58cae30efef0e16b',
  '0047-handed-in': '2c55f1093e4f56dc15c8ab6b6fad853eee32a40489408dcee94ea45a219aab73',
  '0048-drafts-of-account': '467ead873f465123a39be46a8046f113ca719cf3529d7b001e7174c31bd36ebe',
  '0049-single-pictures': '51af52a707bb86bc6fbf1a1d244cb193e6e98d5096b5ab117f2f4c4267bdd704',
  '0049-single-pictures-index': 'd9841bebe3988773a84075a33bf619cb263fdc0d921fe399dc94eafa1e273680',
};

test('a landed migration stays as it is, and calls nothing that may change', () => {
  expect(Object.keys(landed), 'each migration has its hash here').toEqual(migrations.map(({ name }) => name));
  for (const [name, hash] of Object.entries(landed)) {
    const text = readFileSync(`server/db/migrations/${name}.ts`, 'utf8');
    const imports = [...text.matchAll(/^import (type )?[^;]*? from '([^']*)';$/gms)];
    const living = imports.filter(([, type, from]) => type === undefined && from !== 'kysely');
    expect(living, `${name} imports what may change: write its SQL out`).toEqual([]);
    expect(
      createHash('sha256').update(text).digest('hex'),
      `${name} has landed: databases have run it as it was, and never will again. Put the file back, and write the
      change as the next migration; triggers follow announcements.ts without one.`,
    ).toBe(hash);
  }
});

async function open(config: DatabaseConfig): Promise<Database> {
  // A new database has what takes away, too.
  const db = await openDatabase(config, silentLog, { contract: async () => {} });
  onTestFinished(() => db.close());
  return db;
}

test('migrations since phases have one of the two with which a site goes on', () => {
  expect(migrations.filter(({ phase }) => phase === 'stop').map(({ name }) => name)).toEqual([
    '0024-search-tiers',
  ]);
});

/** The revision of each, and the beginnings of the SHA-256 of its statements on SQLite and on PostgreSQL. */
const installed: Readonly<Record<string, string>> = {
  'freshness-triggers': '6: 2adc1e87f826 4874946cfa7a',
  'entry-triggers': '3: d06d6f8c054f 9694a126ae1c',
  'search-triggers': '5: f5629f9f4f55 531861452be7',
};

test('what the code installs has another revision when its text is another', () => {
  const texts = repeatables.map(({ name, revision, statements }) => {
    const [sqlite, postgres] = (['sqlite', 'postgres'] as const).map((engine) =>
      hashOf(statements(engine)).slice(0, 12),
    );
    return [name, `${revision}: ${sqlite} ${postgres}`];
  });
  expect(
    Object.fromEntries(texts),
    'write down the new text, and raise the revision where no migration comes with it: an earlier build that is started beside a later one leaves what that has installed',
  ).toEqual(installed);
});

const cases = engines.flatMap((engine) => [6, 5, 4, 1].map((count) => ({ engine, count })));

test.for(cases)(
  'a database on $engine with the first $count migrations, triggers and all, becomes like a new one',
  async ({ engine, count }) => {
    const upgraded = await open(await newLandedDatabase(engine, count));
    expect(await readSchema(upgraded)).toEqual(await readSchema(await openTestDatabase(engine)));
  },
);

const rows = `
  insert into authors values ('lin', '', null, '[]', '', '', '');
  insert into articles select 'spring', '', '', 'lin', null, '', '[]', '', '', '[]', 1, '2026-01-01T00:00:00.000Z', null,
    'published';
  insert into products (id, name, summary, category, price_twd, availability, picture, picture_alt, images, specs,
    purchase_url, description_source, description_html, published_at, updated_at, status)
    values ('pot', '', '', '茶器', 1, 'in_stock', null, '', '[]', '[]', null, '', '', '2026-01-01T00:00:00.000Z', null,
      'published'),
    ('cup', '', '', '茶器', 1, 'in_stock', null, '', '[]', '[]', null, '', '', '2026-01-01T00:00:00.000Z', null, 'draft');
  insert into article_products (article_id, product_id, position) values ('spring', 'pot', 1);
  insert into media (path, file, content_type, bytes) values ('media/a.svg', 'a.svg', 'image/svg+xml', 1);
  insert into site values (1, '{}');`;

/** Each is told as the triggers of numbered migrations told it, and more. */
const writes = [
  `update authors set name = '林' where id = 'lin'`,
  `update articles set title = '春' where id = 'spring'`,
  `insert into authors values ('chen', '', null, '[]', '', '', '')`,
  `update articles set author_id = 'chen' where id = 'spring'`,
  `update article_products set product_id = 'cup' where product_id = 'pot'`,
  `update articles set status = 'draft' where id = 'spring'`,
  `update articles set status = 'published' where id = 'spring'`,
  `update products set name = '壺' where id = 'pot'`,
  `update products set category = '茶壺' where id = 'pot'`,
  `update products set price_twd = 2 where id = 'pot'`,
  `update products set status = 'published' where id = 'cup'`,
  `update media set served = 'b.svg'`,
  `update site set settings = '{"name":"誌"}'`,
  `delete from articles`,
  `delete from products where id = 'cup'`,
  `delete from media`,
];

/** A database in use: as the build before left it, or opened by this one. */
async function openUsed(engine: EngineName, { isUpgraded }: { isUpgraded: boolean }): Promise<Database> {
  const config = await newLandedDatabase(engine);
  await runStatements(config, rows);
  if (isUpgraded) await open(config);
  const db = await openForVisitors(config, silentLog);
  onTestFinished(() => db.close());
  return db;
}

async function readCounts(db: Database): Promise<Record<string, number>> {
  const counts = await db.read.selectFrom('list_counts').selectAll().orderBy('list').execute();
  return Object.fromEntries(counts.map(({ list, count }) => [list, count]));
}

// Through a pooler that build heard nothing.
test.skipIf(isPooled()).for(engines)(
  'a process of the build before that still runs on %s is told all that it waits for, and finds its lists counted',
  async (engine) => {
    const before = await openUsed(engine, { isUpgraded: false });
    const after = await openUsed(engine, { isUpgraded: true });
    const [toldBefore, toldAfter] = [await watchedTags(before), await watchedTags(after)];
    for (const write of writes) {
      await sql.raw(write).execute(before.write);
      await sql.raw(write).execute(after.write);
      const expected = await toldBefore();
      expect(expected, write).not.toEqual([]);
      expect(await toldAfter(), write).toEqual(expect.arrayContaining(expected));
      expect(await readCounts(after), write).toMatchObject(await readCounts(before));
    }
  },
);

test.for(engines)('a database of the build before on %s is as fresh as a new one', async (engine) => {
  const db = await openUsed(engine, { isUpgraded: true });
  expect(await readCounts(db)).toMatchObject({
    [tags.products]: 1,
    [tags.productsOfCategory('茶器')]: 1,
    [tags.articles]: 1,
    [tags.articlesOfAuthor('lin')]: 1,
  });
  const newTags = await watchedTags(db);
  await sql`update products set category = '茶壺' where id = 'pot'`.execute(db.write);
  expect(await newTags()).toEqual(
    expect.arrayContaining([
      tags.product('pot'),
      tags.products,
      tags.productsOfCategory('茶器'),
      tags.productsOfCategory('茶壺'),
    ]),
  );
  expect(await readCounts(db)).toMatchObject({ [tags.products]: 1, [tags.productsOfCategory('茶壺')]: 1 });
});

test.for(engines)(
  'triggers on %s are made anew when their text changes, and what they leave behind is removed',
  async (engine) => {
    const db = await openTestDatabase(engine);
    const schema = await readSchema(db);
    for (const statement of leftBehind[engine]) await sql.raw(statement).execute(db.write);
    await sql`insert into list_counts (list, count) values ('a list that is no more', 1)`.execute(db.write);

    // The text is the same: whatever happened to the triggers, nothing is done.
    await migrate(db, silentLog);
    expect(await readSchema(db)).not.toEqual(schema);

    await sql`update schema_repeatables set hash = 'another'`.execute(db.write);
    await migrate(db, silentLog);
    expect(await readSchema(db)).toEqual(schema);
    expect(await readCounts(db)).toEqual({});
  },
);

/** Made by another text of the triggers, or taken away. */
const leftBehind: Record<EngineName, string[]> = {
  sqlite: [
    'create trigger products_announce_update_9 after update on products begin select 1; end',
    'drop trigger site_announce_insert',
  ],
  postgres: [
    `create function products_count_often() returns trigger language plpgsql as $$ begin return null; end $$`,
    `create trigger products_count_often after insert on products for each row execute function products_count_often()`,
    'drop function site_announce() cascade',
  ],
};
