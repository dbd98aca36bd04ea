import { kindNames, kindPages } from '../kinds/kind-names.ts';
import { texts } from './texts.ts';
import { zhTwAccount } from './zh-tw-account.ts';
import { zhTwFront } from './zh-tw-front.ts';
import { zhTwReading } from './zh-tw-reading.ts';
import { zhTwSearch } from './zh-tw-search.ts';

/** What the interface itself sets in the font of titles, by the page on which it does. */
export interface InterfaceTitles {
  /** Without what lists of products say. */
  front: string;
  products: string;
  articles: string;
  productPages: string;
  articlePages: string;
  authorPages: string;
  /** Signing in, searching, and what could not be shown. */
  others: string;
}

export function interfaceTitles(): InterfaceTitles {
  const { list, products, product, articles, article, author, error } = texts;
  const { account, login } = zhTwAccount;
  const { search } = zhTwSearch;
  const { front } = zhTwFront;
  const { reading } = zhTwReading;
  const failures = Object.entries(error).map(([key, text]) => (key.endsWith('Title') ? text : ''));
  return {
    front: front.newest + products.title,
    products: products.title + list.titleOfPage,
    articles: articles.title + list.titleOfPage,
    productPages: product.about + product.specs + product.mentionedIn + product.related,
    articlePages:
      reading.contents + reading.products + reading.related + reading.neighbours + article.footnotes,
    authorPages: author.articles,
    others: [
      ...[
        search.title,
        search.titleOf,
        search.categories,
        search.newest,
        ...kindNames.map((kind) => kindPages[kind].label),
      ],
      ...[login.title, account.title, account.saved, account.ways, account.sessions],
      ...[account.changePassword, account.remove, texts.site.products, texts.site.articles],
      ...failures,
    ].join(''),
  };
}
