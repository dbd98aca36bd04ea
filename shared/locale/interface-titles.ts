import { kindNames, kindPages } from '../kinds/kind-names.ts';
import { texts } from './texts.ts';
import { zhTwAccount } from './visitors/zh-tw-account.ts';
import { zhTwFront } from './visitors/zh-tw-front.ts';
import { zhTwProduct } from './visitors/zh-tw-product.ts';
import { zhTwReading } from './visitors/zh-tw-reading.ts';
import { zhTwSearch } from './visitors/zh-tw-search.ts';

/** Texts of the interface in the title font, by the page that shows them. */
export interface InterfaceTitles {
  /** Without the texts of product lists. */
  front: string;
  products: string;
  articles: string;
  productPages: string;
  articlePages: string;
  authorPages: string;
  /** Signing in, search, and errors. */
  others: string;
}

export function interfaceTitles(): InterfaceTitles {
  const { list, products, product, articles, article, author, error } = texts;
  const { account, login } = zhTwAccount;
  const { search } = zhTwSearch;
  const { front } = zhTwFront;
  const { downloads, labelling } = zhTwProduct;
  const { reading } = zhTwReading;
  const failures = Object.entries(error).map(([key, text]) => (key.endsWith('Title') ? text : ''));
  return {
    front: front.newest + products.title,
    products: products.title + list.titleOfPage,
    articles: articles.title + list.titleOfPage,
    productPages:
      product.about +
      product.specs +
      downloads.title +
      labelling.title +
      product.mentionedIn +
      product.related,
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
