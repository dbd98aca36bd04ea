import { toZonedIso } from '#shared/locale/dates.ts';
import { language } from '#shared/locale/language.ts';
import type { Feed, FeedAuthor, FeedEntry } from './feed.ts';
import { xmlElement as element, xmlText } from './xml-text.ts';

/** Atom 1.0: RFC 4287, with the paging of RFC 5005. */
export function writeAtom(feed: Feed): string {
  const { paging } = feed;
  const link = (rel: string, href: string | null, type?: string) =>
    href === null ? [] : [element('link', { rel, type, href })];
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}" xml:base="${xmlText(feed.site)}">`,
    element('id', {}, feed.id),
    element('title', {}, feed.title),
    ...(feed.description === '' ? [] : [element('subtitle', {}, feed.description)]),
    element('updated', {}, toZonedIso(feed.updated)),
    ...link('self', feed.self, 'application/atom+xml'),
    ...link('alternate', feed.home, 'text/html'),
    ...(['first', 'previous', 'next', 'last'] as const).flatMap((rel) => link(rel, paging[rel])),
    ...link('hub', feed.hub),
    element('icon', {}, feed.icon),
    ...feed.authors.map(writeAuthor),
    ...feed.entries.map(writeEntry),
    '</feed>',
    '',
  ];
  return lines.join('\n');
}

function writeAuthor({ name, url }: FeedAuthor): string {
  return `<author>${element('name', {}, name)}${element('uri', {}, url)}</author>`;
}

function writeEntry(entry: FeedEntry): string {
  const { summary, html } = entry;
  return [
    '<entry>',
    element('id', {}, entry.id),
    element('title', {}, entry.title),
    element('link', { rel: 'alternate', type: 'text/html', href: entry.url }),
    ...entry.pictures.map(({ url, type }) => element('link', { rel: 'enclosure', type, href: url })),
    element('published', {}, toZonedIso(entry.published)),
    element('updated', {}, toZonedIso(entry.updated)),
    writeAuthor(entry.author),
    ...entry.categories.map((term) => element('category', { term })),
    ...(summary === '' ? [] : [element('summary', {}, summary)]),
    ...(html === null ? [] : [element('content', { type: 'html' }, html)]),
    '</entry>',
  ].join('\n');
}
