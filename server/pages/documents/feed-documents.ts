import { feedFormats, feedPath, type FeedEnding } from '#shared/address/feed-path.ts';
import { titleSeparator } from '#shared/locale/punctuation.ts';
import { paths } from '#shared/address/paths.ts';
import { writeAtom } from '#server/features/feeds/atom.ts';
import { partOfFeed, type FeedPart } from '#server/features/feeds/feed-paging.ts';
import type { Feed } from '#server/features/feeds/feed.ts';
import { writeJsonFeed } from '#server/features/feeds/json-feed.ts';
import { absoluteUrl, tagUri, type SiteAddress } from '#server/http/request/site-address.ts';
import { readSiteSettings } from '#server/features/site/site-queries.ts';
import type { DocumentAnswer, DocumentRequest, DocumentRoute } from './document-route.ts';
import { feedSources, type FeedOutline, type FeedSite, type FeedSource } from './feed-sources.ts';

export interface FeedOptions {
  /** Null when it is not configured. */
  publicUrl: string | null;
  basePath: string;
  /** Hub of WebSub, from which readers learn of changes at once; null: none. */
  webSubHub: string | null;
}

/** The feeds of every source, in each format. */
export function feedDocuments(options: FeedOptions): DocumentRoute[] {
  return feedSources.flatMap((source) =>
    feedFormats.map(({ ending, type }) => ({
      path: feedPath(source.page, ending),
      contentType: `${type}; charset=utf-8`,
      query: [...source.query, 'page'],
      needsPublicUrl: true,
      read: (request: DocumentRequest) => readFeed(source, ending, request, options),
    })),
  );
}

const writers = { xml: writeAtom, json: writeJsonFeed } as const satisfies Record<
  FeedEnding,
  (feed: Feed) => string
>;

async function readFeed(
  source: FeedSource,
  ending: FeedEnding,
  request: DocumentRequest,
  { publicUrl, basePath, webSubHub }: FeedOptions,
): Promise<DocumentAnswer> {
  if (publicUrl === null) return null;
  const settings = await readSiteSettings(request.reader);
  const site: FeedSite = { origin: publicUrl, basePath, settings };
  const outline = await source.outline(request, site);
  if (outline === null) return null;
  if ('movedTo' in outline) return { movedTo: feedPath(outline.movedTo, ending) };
  const total = await outline.count();
  const page = request.query.get('page');
  const part = partOfFeed(total, page);
  if (part === null) return null;
  const entries = await outline.listEntries(total, part);
  const author =
    outline.author === null
      ? { name: settings.name, url: absoluteUrl(site, paths.home) }
      : { name: outline.author.name, url: absoluteUrl(site, paths.author(outline.author.id)) };
  return {
    text: writers[ending]({
      id: tagUri(site, outline.thing),
      title: [outline.title, settings.name].filter(Boolean).join(titleSeparator),
      description: outline.description,
      site: absoluteUrl(site, paths.home),
      home: absoluteUrl(site, outline.home),
      ...addressesOf(outline, ending, { site, page, part }),
      icon: absoluteUrl(site, '/icon-192.png'),
      hub: webSubHub,
      updated: entries.map(({ updated }) => updated).reduce((a, b) => (a > b ? a : b), beforeAnything),
      authors: [author],
      entries,
    }),
  };
}

/** An empty feed has a time too, and has not changed at any. */
const beforeAnything = '2000-01-01T00:00:00.000Z';

function addressesOf(
  { page: beside }: FeedOutline,
  ending: FeedEnding,
  { site, page, part }: { site: SiteAddress; page: string | null; part: FeedPart },
): Pick<Feed, 'self' | 'paging'> {
  const feed = absoluteUrl(site, feedPath(beside, ending));
  const addressOf = (number: string | number) =>
    number === 'feed' ? feed : `${feed}${feed.includes('?') ? '&' : '?'}page=${number}`;
  const { previous, next, last } = part;
  return {
    self: addressOf(page ?? 'feed'),
    paging: {
      first: feed,
      previous: previous === null ? null : addressOf(previous),
      next: next === null ? null : addressOf(next),
      last: addressOf(last),
    },
  };
}
