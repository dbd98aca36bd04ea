/** Atom and JSON Feed: the same content. */
export const feedFormats = [
  { ending: 'xml', type: 'application/atom+xml' },
  { ending: 'json', type: 'application/feed+json' },
] as const;

export type FeedEnding = (typeof feedFormats)[number]['ending'];

/** Site path of the feed of a page: beside the page, with its query. `page` is a site path too. */
export function feedPath(page: string, ending: FeedEnding): string {
  const [path = '', ...query] = page.split('?');
  return [`${path.replace(/\/$/, '')}/feed.${ending}`, ...query].join('?');
}
