import { toZonedIso } from '#shared/locale/dates.ts';
import { language } from '#shared/locale/language.ts';
import type { Feed, FeedEntry } from './feed.ts';

/** JSON Feed 1.1: https://www.jsonfeed.org/version/1.1/ */
export function writeJsonFeed(feed: Feed): string {
  const { description, hub, paging } = feed;
  const written = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.home,
    feed_url: feed.self,
    ...(description !== '' && { description }),
    ...(paging.next !== null && { next_url: paging.next }),
    icon: feed.icon,
    authors: feed.authors,
    language,
    ...(hub !== null && { hubs: [{ type: 'WebSub', url: hub }] }),
    items: feed.entries.map(itemOf),
  };
  return JSON.stringify(written, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}

function itemOf({ title, summary, html, categories, pictures, ...entry }: FeedEntry) {
  const [picture] = pictures;
  return {
    id: entry.id,
    url: entry.url,
    title,
    // The format requires either of the two.
    ...(html === null ? { content_text: summary || title } : { content_html: html }),
    ...(summary !== '' && { summary }),
    ...(picture && { image: picture.url }),
    date_published: toZonedIso(entry.published),
    date_modified: toZonedIso(entry.updated),
    authors: [entry.author],
    ...(categories.length > 0 && { tags: categories }),
  };
}
