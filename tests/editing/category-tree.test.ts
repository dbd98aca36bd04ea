import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { aCategory, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'categories/tea.md': aCategory({ name: '茶' }),
  'categories/oolong.md': aCategory({ name: '烏龍茶', parent: 'tea' }),
  'categories/green.md': aCategory({ name: '綠茶', parent: 'tea' }),
  'products/pot.md': aProduct({ category: 'oolong' }),
};

async function open(engine: EngineName) {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn();
  const publish = async (address: string, fields: Record<string, string>) =>
    lin.send(await lin.get(`/edit/${address}`), fields, { value: 'publish' });
  const { db } = site.services;
  const parents = async () => {
    const rows = await db.read.selectFrom('categories').select(['id', 'parent_id']).orderBy('id').execute();
    return rows.map(({ id, parent_id }) => `${id}<${parent_id ?? ''}`).join(' ');
  };
  const placesOf = async (id: string) => {
    const rows = await db.read
      .selectFrom('product_categories')
      .select('category_id')
      .where('product_id', '=', id)
      .orderBy('category_id')
      .execute();
    return rows.map(({ category_id }) => category_id).join(' ');
  };
  return { ...site, db, lin, publish, parents, placesOf };
}

describe.for(engines)('on %s', (engine) => {
  test('a branch is moved by the field of its parent, and its products with it', async () => {
    const { publish, placesOf } = await open(engine);
    expect(await placesOf('pot')).toBe('oolong tea');
    expect((await publish('categories/oolong', { 'f.parent': 'green' })).status).toBe(303);
    expect(await placesOf('pot')).toBe('green oolong tea');
    expect((await publish('categories/green', { 'f.parent': '' })).status).toBe(303);
    expect(await placesOf('pot')).toBe('green oolong');
  });

  test('a category below itself is refused beside its field, and stays typed', async () => {
    const { publish, parents } = await open(engine);
    for (const [id, parent] of [
      ['tea', 'tea'],
      ['tea', 'oolong'],
    ]) {
      const refused = await publish(`categories/${id}`, {
        'f.parent': String(parent),
        'f.summary': '新的摘要',
      });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('「上層分類」不能是它自己，也不能是它下面的分類。');
      expect(refused.text).toContain('新的摘要');
    }
    expect(await parents()).toBe('green<tea oolong<tea tea<');
  });

  test('a category below one that is not there is refused, and nothing typed is lost', async () => {
    const { publish, parents } = await open(engine);
    const refused = await publish('categories/oolong', { 'f.parent': 'nowhere', 'f.summary': '新的摘要' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('「上層分類」裡的 nowhere 不存在');
    expect(refused.text).toContain('新的摘要');
    expect(await parents()).toBe('green<tea oolong<tea tea<');
  });

  test('a sixth level is refused, below the category that is moved too', async () => {
    const { publish, import: bring } = await open(engine);
    await bring({
      'categories/c1.md': aCategory({ parent: 'oolong' }),
      'categories/c2.md': aCategory({ parent: 'c1' }),
      'categories/c3.md': aCategory({ parent: 'c2' }),
    });
    const refused = await publish('categories/oolong', { 'f.parent': 'green' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('分類最多 5 層');
  });

  test('two who move two categories below each other at once make no loop', async () => {
    const { db, publish, parents } = await open(engine);
    let second: ReturnType<typeof publish> | undefined;
    await writeTransaction(db, async (trx) => {
      await sql`update categories set parent_id = 'green' where id = 'oolong'`.execute(trx);
      second = publish('categories/green', { 'f.parent': 'oolong' });
      if (engine === 'postgres')
        await expect
          .poll(async () => {
            const { rows } = await sql<{ waiting: number }>`
              select count(*) as waiting from pg_locks where locktype = 'advisory' and not granted`.execute(
              db.read,
            );
            return Number(rows[0]?.waiting);
          })
          .toBe(1);
    });
    const refused = await second;
    expect(refused?.status).toBe(422);
    expect(refused?.text).toContain('不能是它下面的分類');
    expect(await parents()).toBe('green<tea oolong<green tea<');
  });

  test('products take a text that is no category, a category by its name, and further ones', async () => {
    const { publish, placesOf } = await open(engine);
    expect((await publish('products/pot', { 'f.category': '新的分類' })).status).toBe(303);
    expect(await placesOf('pot')).toBe('新的分類');
    expect((await publish('products/pot', { 'f.category': '綠茶' })).status).toBe(303);
    expect(await placesOf('pot')).toBe('green tea');
    expect((await publish('products/pot', { 'f.alsoIn.0': 'oolong' })).status).toBe(303);
    expect(await placesOf('pot')).toBe('green oolong tea');
    const refused = await publish('products/pot', { 'f.alsoIn.0': '沒有' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('「其他分類」裡的 沒有 不存在');
  });
});
