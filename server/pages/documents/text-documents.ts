import { feedPage } from '#server/content/entries/entry-addresses.ts';
import { feedPath } from '#shared/address/feed-path.ts';
import { kindNames, kindPages, listPath, type Kind } from '#shared/kinds/kind-names.ts';
import { feedTexts } from '#shared/locale/visitors/feed-texts.ts';
import { markdownPath, paths } from '#shared/address/paths.ts';
import { countList, listIds, type PagedList } from '#server/db/queries/list-pages.ts';
import { listArticlesById } from '#server/features/articles/article-queries.ts';
import { findOldAddress } from '#server/features/editing/site/old-addresses.ts';
import { readArticleText } from '#server/features/feeds/article-text.ts';
import { writeLlmsTxt, type OutlineLink } from '#server/features/feeds/llms-txt.ts';
import { absoluteUrl, type SiteAddress } from '#server/http/request/site-address.ts';
import { listCategoryTree } from '#server/features/categories/category-queries.ts';
import { readSiteSettings } from '#server/features/site/site-queries.ts';
import type { Reader } from '#server/freshness/reader.ts';
import type { DocumentAnswer, DocumentRoute } from './document-route.ts';

interface TextOptions {
  /** Null when it is not configured: then addresses begin with a slash, as on pages. */
  publicUrl: string | null;
  basePath: string;
}

/** Documents for programs, which prefer text to pages. */
export function textDocuments({ publicUrl, basePath }: TextOptions): DocumentRoute[] {
  const site: SiteAddress = { origin: publicUrl ?? '', basePath };
  return [
    {
      path: markdownPath('/articles/:id'),
      contentType: 'text/markdown; charset=utf-8',
      read: ({ reader, params: { id = '' } }) => readTwin(reader, site, id),
    },
    {
      path: paths.llmsTxt,
      contentType: 'text/plain; charset=utf-8',
      read: ({ reader }) => readOutline(reader, site, publicUrl !== null),
    },
  ];
}

async function readTwin(reader: Reader, site: SiteAddress, id: string): Promise<DocumentAnswer> {
  // An article whose id ends in `.md` has its page here: that was there before.
  const [samePath] = await listArticlesById(reader, [`${id}.md`]);
  if (samePath) return { isPage: true };
  const text = await readArticleText(reader, site, id);
  const page = paths.article(id);
  if (text === null) {
    const old = await findOldAddress(reader, page);
    return old?.leadsTo?.startsWith('/articles/') ? { movedTo: markdownPath(old.leadsTo) } : null;
  }
  const headers = [
    ['Link', `<${absoluteUrl(site, page)}>; rel="canonical"`],
    ['X-Robots-Tag', 'noindex'],
  ] as const;
  return { text, headers };
}

const newestArticles: PagedList = { table: 'articles', keys: ['published_at'], direction: 'desc' };
const articlesNamed = 100;

async function readOutline(reader: Reader, site: SiteAddress, hasFeeds: boolean): Promise<DocumentAnswer> {
  const { name, description } = await readSiteSettings(reader);
  const total = await countList(reader, newestArticles);
  const ids = await listIds(reader, newestArticles, total, {
    skip: 0,
    count: Math.min(total, articlesNamed),
  });
  const articles = await listArticlesById(reader, ids);
  const categories = await listCategoryTree(reader);
  const link = (title: string, path: string, about = ''): OutlineLink => ({
    title,
    url: absoluteUrl(site, path),
    about,
  });
  const linksOfKinds = (pathOf: (kind: Kind) => string | null, nameOf: (label: string) => string) =>
    kindNames.flatMap((kind) => {
      const path = pathOf(kind);
      return path === null ? [] : link(nameOf(kindPages[kind].label), path);
    });
  const sections = [
    {
      title: feedTexts.articles,
      links: articles.map(({ id, title, summary }) => link(title, markdownPath(paths.article(id)), summary)),
    },
    {
      title: feedTexts.lists,
      links: [
        ...linksOfKinds(listPath, feedTexts.all),
        ...categories.map(({ id, name }) => link(name, paths.products({ category: id }))),
      ],
    },
    {
      title: feedTexts.feeds,
      links: hasFeeds
        ? linksOfKinds((kind) => {
            const page = feedPage(kind);
            return page === null ? null : feedPath(page, 'xml');
          }, feedTexts.newest)
        : [],
    },
  ];
  return { text: writeLlmsTxt({ name, description, sections }) };
}
