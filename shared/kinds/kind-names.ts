/**
 * Name, label and address of each kind of content, in the order in which visitors and editors are offered them. The
 * browser loads this file; everything else about a kind stands in its record (kinds.ts).
 */
export const kindPages = {
  articles: { label: '文章', address: '/articles/:id' },
  products: { label: '商品', address: '/product/info/:product_id' },
  authors: { label: '作者', address: '/author/:author_id' },
  pages: { label: '頁面', address: '/pages/:id' },
} as const;

/** Name of a kind: of its table, of its content folder, and of its part of the edit area. */
export type Kind = keyof typeof kindPages;

export const kindNames = Object.keys(kindPages).filter(isKind);

export function isKind(text: string): text is Kind {
  return Object.hasOwn(kindPages, text);
}

/** Makes a value for each kind, in the order in which they are offered. */
export function mapKinds<Value>(make: (kind: Kind) => Value): Record<Kind, Value> {
  const made = kindNames.map((kind) => [kind, make(kind)]);
  // TypeScript knows of no keys of what is made from entries.
  return Object.fromEntries(made) as Record<Kind, Value>;
}
