import { sql, type RawBuilder } from 'kysely';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

/** The tags that the most articles have which a visitor may see, the most used first. */
export function listMostUsedTags(reader: Reader, limit: number): Promise<string[]> {
  return reader.cached(`${limit} most used tags`, async (ownReader) => {
    // Reads only the tags with the largest counts, in the order of an index, even among thousands of tags.
    const used = await readUsed(ownReader, sql`order by list_counts.count desc, list limit ${limit}`);
    return used.toSorted((a, b) => b.shown - a.shown || (a.tag < b.tag ? -1 : 1)).map((row) => row.tag);
  });
}

/** Every tag that a visible article has, in one order, which is made here: no index has it. */
export function listTagsInUse(reader: Reader): Promise<string[]> {
  return reader.cached('tags in use', async (ownReader) => {
    const used = await readUsed(ownReader, sql`limit ${maxTagsInUse}`);
    return used.map((row) => row.tag).sort();
  });
}

/** Limit of the tags that are read into memory at once. */
const maxTagsInUse = 50_000;

/** Tags with a visible article, in the order and number that `which` asks for. */
async function readUsed(reader: Reader, which: RawBuilder<unknown>): Promise<UsedTag[]> {
  reader.dependsOn(tags.articleTags);
  const tag = sql.raw(tags.articlesOfTag.idSql('list'));
  const isOfTag = sql.raw(tags.articlesOfTag.isInSql('list'));
  // Articles of the future count too, and are taken off.
  const { rows } = await sql<UsedTag>`
    select ${tag} as tag, count - (
      select count(*) from article_tags where article_tags.tag = ${tag} and shown_from > ${reader.now}) as shown
    from list_counts where ${isOfTag} ${which}`.execute(reader.db);
  return rows.filter(({ shown }) => shown > 0);
}

interface UsedTag {
  tag: string;
  /** Number of visible articles with the tag. */
  shown: number;
}
