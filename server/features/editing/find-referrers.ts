import type { Kysely } from 'kysely';
import type { SiteSettings } from '#shared/site-settings.ts';
import type { NamedArticle, Referrers } from '#shared/editing/referrers.ts';
import type { EditKind } from '#shared/editing/edit-paths.ts';
import { addressOfEntry, spellSitePath } from '#server/content/entry-addresses.ts';
import { readDocument } from '#server/content/entry-document.ts';
import type { Entry } from '#server/content/revisions.ts';
import { readStoredSite } from '#server/content/site-settings.ts';
import type { Schema } from '#server/db/schema.ts';

const maxArticles = 20;

export async function findReferrers(
  db: Kysely<Schema>,
  kind: EditKind,
  { id }: Pick<Entry, 'id'>,
): Promise<Referrers> {
  const {
    featured = [],
    navigation = [],
    footer,
  }: Partial<SiteSettings> = JSON.parse((await readStoredSite(db)) ?? '{}');
  const links = [...navigation.map(({ path }) => path), ...(footer?.links ?? []).map(({ url }) => url)];
  const address = addressOfEntry(kind, id);
  return {
    ...(await findArticles(db, kind, id)),
    drafts: await findDrafts(db, kind, id),
    isFeatured: featured.some((thing) =>
      'article' in thing
        ? kind === 'articles' && thing.article === id
        : kind === 'products' && thing.product === id,
    ),
    isLinked: links.some((link) => link.startsWith('/') && spellSitePath(link) === address),
  };
}

async function findArticles(
  db: Kysely<Schema>,
  kind: EditKind,
  id: string,
): Promise<Pick<Referrers, 'articles' | 'articleCount'>> {
  if (kind !== 'authors' && kind !== 'products') return { articles: [], articleCount: 0 };
  const naming =
    kind === 'authors'
      ? db.selectFrom('articles').where('articles.author_id', '=', id)
      : db
          .selectFrom('articles')
          .where('articles.id', 'in', (eb) =>
            eb.selectFrom('article_products').select('article_id').where('product_id', '=', id),
          );
  const articles = await naming
    .select(['articles.id', 'articles.title'])
    .orderBy('articles.id')
    .limit(maxArticles)
    .execute();
  const { count } = await naming
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { articles, articleCount: Number(count) };
}

async function findDrafts(db: Kysely<Schema>, kind: EditKind, id: string): Promise<NamedArticle[]> {
  if (kind !== 'authors' && kind !== 'products') return [];
  const drafts = await db
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['entries.id', 'entries.title', 'drafts.document'])
    .where('entries.kind', '=', 'articles')
    .where('entries.deleted_at', 'is', null)
    .orderBy('entries.id')
    .execute();
  return drafts.flatMap(({ document, ...article }) => {
    const { author, products } = readDocument(document).fields;
    const isNamed = kind === 'authors' ? author === id : Array.isArray(products) && products.includes(id);
    return isNamed ? [article] : [];
  });
}
