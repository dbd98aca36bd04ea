import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { everythingTag, tags } from '#server/freshness/tags.ts';
import { anArticle, anAuthor, aProduct, aDrawing } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { feedContent, openFeedSetting } from '../helpers/feed-setting.ts';

test.for(engines)('a write by another process on %s is reported with exactly its tags', async (engine) => {
  const setting = await openFeedSetting(engine);
  expect(await setting.changes()).toEqual(new Set());

  await setting.import({ 'products/pot.md': aProduct({ name: '朱泥壺' }) });
  // Its name is part of its text, whose change is dated.
  expect(await setting.changes()).toEqual(
    new Set([tags.product('pot'), tags.pagesOfProduct('pot'), tags.names, tags.sitemapFiles('products')]),
  );

  // Lists have it elsewhere now, and those of a category lose it or get it.
  await setting.import({ 'products/pot.md': aProduct({ name: '朱泥壺', category: '茶器' }) });
  expect(await setting.changes()).toEqual(
    new Set([
      tags.product('pot'),
      tags.pagesOfProduct('pot'),
      tags.products,
      tags.productsOfCategory('茶器'),
      tags.productsOfCategory('茶葉'),
      // It has a place in the orders of another list.
      tags.productPrices,
      tags.names,
    ]),
  );

  await setting.import({ 'authors/lin.md': anAuthor({ name: '林之遠' }) });
  expect(await setting.changes()).toEqual(new Set([tags.author('lin'), tags.names]));

  // A page that shows its card knows it by name.
  await setting.import({ 'articles/spring.md': anArticle({ title: '新題', products: ['baozhong'] }) });
  expect(await setting.changes()).toEqual(
    new Set([tags.article('spring'), tags.names, tags.sitemapFiles('articles')]),
  );

  // Another author and another product: the old ones lose it, the new ones get it.
  await setting.import({ 'articles/spring.md': anArticle({ author: 'chen', products: ['pot'] }) });
  expect(await setting.changes()).toEqual(
    new Set([
      tags.article('spring'),
      tags.articles,
      tags.articlesOfAuthor('chen'),
      tags.articlesOfAuthor('lin'),
      tags.articlesOfProduct('baozhong'),
      tags.articlesOfProduct('pot'),
      tags.names,
      // Its title is another again.
      tags.sitemapFiles('articles'),
    ]),
  );

  // Only the lists that it joins or leaves.
  const tagged = (...names: string[]) => anArticle({ author: 'chen', products: ['pot'], tags: names });
  await setting.import({ 'articles/spring.md': tagged('春', '茶') });
  await setting.changes();
  await setting.import({ 'articles/spring.md': tagged('茶', '雨') });
  expect(await setting.changes()).toEqual(
    new Set([
      tags.article('spring'),
      tags.articlesOfTag('春'),
      tags.articlesOfTag('雨'),
      tags.articleTags,
      tags.names,
    ]),
  );

  await setting.import({ 'media/tea.svg': aDrawing.replace('40', '41') });
  expect(await setting.changes()).toEqual(new Set([tags.media('media/tea.svg'), tags.pictureFiles]));

  await setting.import({ 'site.yaml': 'name: 新名\n' });
  expect(await setting.changes()).toEqual(new Set([tags.site]));
});

test.for(engines)('a write by hand, in SQL, is reported too on %s', async (engine) => {
  const setting = await openFeedSetting(engine);
  await sql`update products set price_twd = 1 where id = 'pot'`.execute(setting.other.write);
  expect(await setting.changes()).toEqual(
    new Set([tags.productPrices, tags.product('pot'), tags.pagesOfProduct('pot')]),
  );
  await sql`delete from articles where id = 'spring'`.execute(setting.other.write);
  expect([...(await setting.changes())]).toEqual(
    expect.arrayContaining([tags.article('spring'), tags.articles, tags.articlesOfProduct('baozhong')]),
  );
});

test.for(engines)('%s can say that everything has changed', async (engine) => {
  const { other, changes } = await openFeedSetting(engine);
  await (
    engine === 'sqlite'
      ? sql`insert into changes (tag, seq) select ${everythingTag}, max(seq) + 1 from changes`
      : sql`select announce_changes(array[${everythingTag}])`
  ).execute(other.write);
  expect(await changes()).toEqual(new Set(['everything']));
});

test.for(engines)('a write that is rolled back is not reported on %s', async (engine) => {
  const setting = await openFeedSetting(engine);
  const attempt = setting.other.write.transaction().execute(async (trx) => {
    await trx.updateTable('products').set({ price_twd: 1 }).where('id', '=', 'pot').execute();
    throw new Error('changed my mind');
  });
  await expect(attempt).rejects.toThrow('changed my mind');
  expect(await setting.changes()).toEqual(new Set());
});

test.for(engines)('importing the same content again reports nothing on %s', async (engine) => {
  const setting = await openFeedSetting(engine);
  await setting.import(feedContent);
  expect(await setting.changes()).toEqual(new Set());
});

test.for(engines)('becoming due is reported like a write on %s', async (engine) => {
  const setting = await openFeedSetting(engine);
  await setting.import({
    'articles/later.md': anArticle({
      title: '之後',
      publishedAt: '2026-12-01T00:00:00Z',
      products: ['pot'],
      tags: ['冬'],
    }),
    'products/later.md': aProduct({ name: '之後', publishedAt: '2026-12-02T00:00:00Z' }),
  });
  await setting.changes();

  setting.clock.set('2026-11-30T23:59:59Z');
  expect(await setting.changes()).toEqual(new Set());
  setting.clock.set('2026-12-01T00:00:00Z');
  expect(await setting.changes()).toEqual(
    new Set([
      tags.article('later'),
      tags.articles,
      tags.articlesOfAuthor('lin'),
      tags.articlesOfProduct('pot'),
      tags.articlesOfTag('冬'),
      tags.articleTags,
      tags.names,
      tags.sitemapFiles('articles'),
    ]),
  );
  expect(await setting.changes()).toEqual(new Set());
  setting.clock.set('2027-01-01T00:00:00Z');
  expect(await setting.changes()).toEqual(
    new Set([
      tags.product('later'),
      tags.pagesOfProduct('later'),
      tags.products,
      tags.productsOfCategory('茶葉'),
      tags.names,
      tags.sitemapFiles('products'),
    ]),
  );
});

test.for(engines)('two moments that pass together are both reported on %s', async (engine) => {
  const setting = await openFeedSetting(engine);
  await setting.import({
    'articles/later.md': anArticle({ publishedAt: '2026-12-01T00:00:00Z' }),
    'products/later.md': aProduct({ publishedAt: '2026-12-02T00:00:00Z' }),
  });
  await setting.changes();
  setting.clock.set('2027-01-01T00:00:00Z');
  const both = [...(await setting.changes()), ...(await setting.changes())];
  expect(both).toEqual(expect.arrayContaining([tags.article('later'), tags.product('later')]));
});
