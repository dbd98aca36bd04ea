import { texts } from '#shared/locale/texts.ts';
import { zhTwAccount } from '#shared/locale/zh-tw-account.ts';
import { zhTwSearch } from '#shared/locale/zh-tw-search.ts';

/** What the interface itself sets in the font of titles: headings, and the names of pages without content. */
export function interfaceTitles(): string {
  const { list, products, product, articles, article, author, error } = texts;
  const { account, login } = zhTwAccount;
  const { search } = zhTwSearch;
  return [
    [list.titleOfPage, products.title, products.all, articles.title, author.articles],
    [product.about, product.specs, product.mentionedIn, product.related],
    [article.contents, article.products, article.footnotes, article.tags],
    [search.title, search.titleOf, search.categories, search.newest, ...Object.values(search.kinds)],
    [login.title, account.title, account.saved, account.ways, account.sessions],
    [account.changePassword, account.remove, texts.site.products, texts.site.articles],
    Object.entries(error).map(([key, text]) => (key.endsWith('Title') ? text : '')),
  ]
    .flat()
    .join('');
}
