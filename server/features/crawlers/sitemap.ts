import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { entryPath, withBase } from '#shared/address/paths.ts';
import { withOrigin } from '#shared/address/with-origin.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { mediaUrl } from '#server/media/pictures/picture-queries.ts';
import { entriesPerFile, listEntries, listFiles } from './sitemap-entries.ts';
import { sitemapIndex, urlset, type SitemapPlace } from './sitemap-xml.ts';

/** A file of a sitemap: of entries of a kind, or of pages that list them. */
export interface SitemapFile {
  kind: Kind | 'lists';
  /** From 1. */
  number: number;
}

export interface SitemapOptions {
  /** The site's origin. A request's own Host would be its to choose. */
  publicUrl: string;
  /** Site paths of the pages that list others, each in its one spelling. */
  listPages: (reader: Reader) => Promise<readonly string[]>;
}

/** Path of a file, or of all with `:name`. */
export function sitemapPath(name: string): string {
  return `/sitemaps/${name}.xml`;
}

/** Reads the name of a file as it stands in its address, without the ending; null: no file can have it. */
export function readFileName(name: string): SitemapFile | null {
  const [, kind, digits] = /^([a-z]+)-([1-9]\d{0,5})$/.exec(name) ?? [];
  const part = [...kindNames, 'lists' as const].find((each) => each === kind);
  return part === undefined ? null : { kind: part, number: Number(digits) };
}

/** The sitemap itself, which names every file with entries. */
export async function readSitemapIndex(
  reader: Reader,
  { publicUrl, listPages }: SitemapOptions,
): Promise<string> {
  const urlOf = ({ kind, number }: SitemapFile) =>
    publicUrl + withBase(reader.basePath, sitemapPath(`${kind}-${number}`));
  const files: SitemapPlace[] = [];
  for (const kind of kindNames)
    for (const [index, { lastmod }] of (await listFiles(reader, kind)).entries())
      files.push({ url: urlOf({ kind, number: index + 1 }), lastmod });
  const listCount = Math.ceil((await listPages(reader)).length / entriesPerFile);
  for (let number = 1; number <= listCount; number += 1)
    files.push({ url: urlOf({ kind: 'lists', number }), lastmod: null });
  return sitemapIndex(files);
}

/** The text of a file. Resolves to null when it would name nothing: a sitemap without an address is none. */
export async function readSitemapFile(
  reader: Reader,
  file: SitemapFile,
  options: SitemapOptions,
): Promise<string | null> {
  const places = await listPlaces(reader, file, options);
  return places.length === 0 ? null : urlset(places);
}

async function listPlaces(
  reader: Reader,
  { kind, number }: SitemapFile,
  { publicUrl, listPages }: SitemapOptions,
): Promise<SitemapPlace[]> {
  const urlOf = (path: string) => publicUrl + withBase(reader.basePath, path);
  if (kind === 'lists') {
    const paths = await listPages(reader);
    // Lists change with the entries in them: the time is unknown, so none is given.
    return paths
      .slice((number - 1) * entriesPerFile, number * entriesPerFile)
      .map((each) => ({ url: urlOf(each), lastmod: null }));
  }
  const file = (await listFiles(reader, kind))[number - 1];
  if (file === undefined) return [];
  return (await listEntries(reader, kind, file)).map(({ id, lastmod, picture }) => ({
    url: urlOf(entryPath(kind, id)),
    lastmod,
    picture: picture === null ? null : withOrigin(publicUrl, mediaUrl(reader, picture)),
  }));
}
