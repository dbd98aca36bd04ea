import { composed } from '#shared/composed.ts';
import { toZonedIso } from '#shared/locale/dates.ts';
import { paths } from '#shared/address/paths.ts';
import { readTexts } from '#shared/stored-list.ts';
import { largestFile } from '#shared/picture-files.ts';
import { withOrigin } from '#shared/address/with-origin.ts';
import { visible } from '#server/db/queries/visible.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { findPictures } from '#server/media/pictures/picture-queries.ts';
import { replaceAddresses } from './absolute-markdown.ts';
import { datesOf } from './entry-parts.ts';
import { absoluteUrl, type SiteAddress } from '#server/http/request/site-address.ts';

/** An article as Markdown, for readers that are programs. Null when a visitor may not see it. */
export async function readArticleText(reader: Reader, site: SiteAddress, id: string): Promise<string | null> {
  reader.dependsOn(tags.article(id));
  const row = await reader.db
    .selectFrom('articles')
    .innerJoin('authors', 'authors.id', 'articles.author_id')
    .select([
      'articles.id',
      'articles.title',
      'articles.summary',
      'articles.tags',
      'articles.published_at',
      'articles.updated_at',
      'articles.author_id',
      'authors.name as author_name',
      'articles.cover',
      'articles.cover_alt',
      'articles.body_source',
    ])
    .where('articles.id', '=', id)
    .where(visible('articles', reader.now))
    .executeTakeFirst();
  if (!row) return null;
  reader.dependsOn(tags.author(row.author_id));
  const { published, updated } = datesOf(row);
  const url = absoluteUrl(site, paths.article(id));
  const cover = row.cover === null ? null : { src: row.cover, alt: row.cover_alt };
  const pictureUrl = await readPictureUrls(reader, site, [
    ...(cover === null ? [] : [cover.src]),
    ...mediaPathsIn(row.body_source),
  ]);
  const coverUrl = cover === null ? undefined : pictureUrl.get(cover.src);
  // JSON is YAML too.
  const facts = {
    title: row.title,
    author: row.author_name,
    author_url: absoluteUrl(site, paths.author(row.author_id)),
    published: toZonedIso(published),
    updated: toZonedIso(updated),
    url,
    tags: readTexts(row.tags),
    image: coverUrl,
  };
  const body = replaceAddresses(row.body_source, (address) => {
    if (address.startsWith('/')) return absoluteUrl(site, address);
    if (address.startsWith('#')) return url + address;
    return pictureUrl.get(mediaPathOf(address)) ?? null;
  });
  const lines = [
    '---',
    ...Object.entries(facts)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    '---',
    '',
    `# ${row.title}`,
    '',
    ...(row.summary === '' ? [] : [`> ${row.summary.replace(/\s*\n\s*/g, '\n> ')}`, '']),
    body.trim(),
    '',
  ];
  return lines.join('\n').toWellFormed();
}

function mediaPathsIn(source: string): string[] {
  const mediaPaths: string[] = [];
  replaceAddresses(source, (address) => {
    if (address.startsWith('media/')) mediaPaths.push(mediaPathOf(address));
    return null;
  });
  return mediaPaths;
}

/** An address may be percent-encoded; the path in the folder is meant as typed. */
function mediaPathOf(address: string): string {
  try {
    return composed(decodeURI(address));
  } catch {
    return address;
  }
}

/** The addresses of these pictures, by their paths. One that is not in the store has none. */
async function readPictureUrls(
  reader: Reader,
  { origin }: SiteAddress,
  mediaPaths: readonly string[],
): Promise<Map<string, string>> {
  // The path stands in for the words beside the picture, so that pictures can be told apart.
  const wanted = [...new Set(mediaPaths)].map((path) => ({ src: path, alt: path }));
  const pictures = await findPictures(reader, wanted);
  return new Map(pictures.map((picture) => [picture.alt, withOrigin(origin, largestFile(picture))]));
}
