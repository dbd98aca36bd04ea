import { sql } from 'kysely';
import { paths } from '#shared/address/paths.ts';
import { readTexts } from '#shared/stored-list.ts';
import type { ArticlesTable } from '#server/db/schema.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { absoluteUrl, type SiteAddress } from '#server/http/request/site-address.ts';
import type { FeedEntry } from './feed.ts';
import { listKindEntries } from './kind-entries.ts';

/** Entries of the articles among these that a visitor may see, in this order. */
export function listArticleEntries(
  reader: Reader,
  site: SiteAddress,
  ids: readonly string[],
): Promise<FeedEntry[]> {
  const articles = {
    site,
    kind: 'articles',
    columns: ['author_id', 'tags'],
    more: [sql`(select name from authors where authors.id = articles.author_id)`.as('author_name')],
    describe({ author_id, author_name, tags: categories }: SignedArticle) {
      reader.dependsOn(tags.author(author_id));
      const author = { name: author_name, url: absoluteUrl(site, paths.author(author_id)) };
      return { author, categories: readTexts(categories) };
    },
  } as const;
  return listKindEntries<SignedArticle, 'author_name'>(reader, articles, ids);
}

type SignedArticle = Pick<ArticlesTable, 'author_id' | 'tags'> & { author_name: string };
