/**
 * Name, label and address of each kind of content, and the page that lists all its entries from the newest on, in the
 * order in which visitors and editors are offered them. The browser loads this file; everything else about a kind stands
 * in its record (kinds.ts).
 */
export const kindPages = {
  articles: { label: '文章', address: '/articles/:id', list: '/articles' },
  products: { label: '商品', address: '/product/info/:product_id', list: '/product' },
  categories: { label: '分類', address: '/product?category=:id' },
  authors: { label: '作者', address: '/author/:author_id' },
  pages: { label: '頁面', address: '/pages/:id' },
} as const;

/** Name of a kind: of its table, of its content folder, and of its part of the edit area. */
export type Kind = keyof typeof kindPages;

/** Site path of the page that lists the entries of a kind; null: there is none. */
export function listPath(kind: Kind): string | null {
  const page = kindPages[kind];
  return 'list' in page ? page.list : null;
}

export const kindNames = Object.keys(kindPages).filter(isKind);

export function isKind(text: string): text is Kind {
  return Object.hasOwn(kindPages, text);
}

/** Makes a value for each kind, in the order in which they are offered. */
export function mapKinds<Value>(make: (kind: Kind) => Value): Record<Kind, Value> {
  const made = kindNames.map((kind) => [kind, make(kind)]);
  // TypeScript cannot infer the keys of an object made from entries.
  return Object.fromEntries(made) as Record<Kind, Value>;
}
