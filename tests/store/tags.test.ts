import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { entryOfTag, everythingTag, sqlOf, tags } from '#server/freshness/tags.ts';
import { engines, openTestDatabase } from '../helpers/databases.ts';

test('these are all tags that there are', () => {
  const all = Object.entries(tags).map(([name, tag]) => [
    name,
    typeof tag === 'string' ? tag : tag('春茶 1'),
  ]);
  expect({ everythingTag, ...Object.fromEntries(all) }).toEqual({
    everythingTag: '*',
    site: 'site',
    sitePage: 'page:春茶 1',
    author: 'author:春茶 1',
    article: 'article:春茶 1',
    product: 'product:春茶 1',
    pagesOfProduct: 'product:春茶 1:pages',
    media: 'media:春茶 1',
    redirect: 'redirect:春茶 1',
    articles: 'articles',
    articlesOfAuthor: 'author:春茶 1:articles',
    articlesOfProduct: 'product:春茶 1:articles',
    articlesOfTag: 'tag:春茶 1:articles',
    articleTags: 'article-tags',
    category: 'category:春茶 1',
    facetsOfCategory: 'category:春茶 1:facets',
    categories: 'categories',
    products: 'products',
    productsOfCategory: 'category:春茶 1:products',
    names: 'names',
    productPrices: 'product-prices',
    pictureFiles: 'picture-files',
    sitemapFiles: 'sitemap:春茶 1:files',
    titleFont: 'title-font',
    sharingCard: 'card:春茶 1',
  });
});

test('a tag of an entry names it, and no other tag does', () => {
  expect(entryOfTag(tags.article('春茶'))).toEqual({ kind: 'articles', id: '春茶' });
  expect(entryOfTag(tags.product('a b'))).toEqual({ kind: 'products', id: 'a b' });
  expect(entryOfTag(tags.author('lin'))).toEqual({ kind: 'authors', id: 'lin' });
  expect(entryOfTag(tags.category('茶葉'))).toEqual({ kind: 'categories', id: '茶葉' });
  expect(entryOfTag(tags.sitePage('about'))).toEqual({ kind: 'pages', id: 'about' });
  const others = [
    tags.site,
    tags.articles,
    tags.articlesOfAuthor('lin'),
    tags.productsOfCategory('茶'),
    tags.categories,
    tags.media('media/a.svg'),
    tags.redirect('/old'),
    tags.sitemapFiles('articles'),
    everythingTag,
  ];
  expect(others.filter((tag) => entryOfTag(tag) !== null)).toEqual([]);
});

test('a list of products of a category is told from other things of it', () => {
  const { productsOfCategory, facetsOfCategory, category, categories } = tags;
  const texts = [
    productsOfCategory('茶'),
    facetsOfCategory('茶'),
    category('茶'),
    categories,
    'product:茶:products',
  ];
  expect(texts.filter(productsOfCategory.isTag)).toEqual([productsOfCategory('茶')]);
});

const ids = ['spring', '春茶', `a'b`, 'a\\b', '%_', ''];

test.for(engines)('%s writes every tag as the program does', async (engine) => {
  const db = await openTestDatabase(engine);
  for (const [name, tag] of Object.entries(tags)) {
    for (const id of ids) {
      const text = typeof tag === 'string' ? sqlOf(tag) : tag.sql('id');
      const { rows } =
        await sql`select ${sql.raw(text)} as tag from (select cast(${id} as text) as id) as things`.execute(
          db.read,
        );
      expect(rows, name).toEqual([{ tag: typeof tag === 'string' ? tag : tag(id) }]);
    }
  }
});
